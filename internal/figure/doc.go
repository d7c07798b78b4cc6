// Package figure draws figures as SVG, for a page that needs nothing beside itself.
//
// A figure is as wide as whatever it stands in, and so many pixels high. Its text keeps its size at any width, because positions
// are percentages and only the drawing between them is stretched; where labels would touch in a narrow window, fewer of
// them are shown. Colours belong to the page: marks have classes, and what a class means is never told by its colour alone.
//
// The page has to give a figure these margins at least, into which its labels reach, more where its axes have titles and where it has
// flags as well, and to hide the class "wide" in windows narrower than [WideWindow]:
//
//	.plot { padding: 8px 20px 30px 54px }
//	.plot.titled { padding-top: 26px; padding-bottom: 40px }
//	.plot.flagged { padding-top: 38px }
//	.plot svg { overflow: visible }
package figure
