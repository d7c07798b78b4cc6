// Package series is the codec of samples and the sample file.
package series
