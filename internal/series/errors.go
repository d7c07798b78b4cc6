package series

import "fmt"

// LineError is an error with its place in the file. The file's name is the caller's to add.
type LineError struct {
	Line int // as given to Parser.Line
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }
func (e *LineError) Unwrap() error { return e.Err }

// at positions err, if there is one.
func at(line int, err error) error {
	if err == nil {
		return nil
	}
	return &LineError{line, err}
}

// VersionError says that a file was written by a newer plateau.
type VersionError struct {
	Version string // as the file has it: decimal digits, of any length
}

func (e *VersionError) Error() string {
	return fmt.Sprintf("the sample file has version %s, this plateau reads up to %d: update plateau (its samples are skipped)", e.Version, Version)
}
