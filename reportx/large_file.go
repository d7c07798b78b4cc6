package reportx

import (
	"fmt"
	"io"
	"os"
)

// mostInMemory is how large the files are whose encoded samples are kept in memory, all together. The samples of
// further files remain in these.
const mostInMemory = 16 << 20

// A largeFile is a file whose samples are read again whenever they are looked at.
type largeFile struct {
	*os.File
	path string
}

// ReadAt implements io.ReaderAt after the file has been closed as well. Opening it takes little beside reading
// the tens of kilobytes that are asked for.
func (f largeFile) ReadAt(p []byte, off int64) (int, error) {
	again, err := os.Open(f.path)
	if err != nil {
		return 0, fmt.Errorf("%s must stay where it is until its samples are no longer needed: %w", f.path, openError(err))
	}
	defer again.Close()
	return again.ReadAt(p, off)
}

// keep is the file, or a largeFile if there is too much in memory already.
func (rs *Results) keep(f *os.File, path string, info os.FileInfo) io.Reader {
	if !info.Mode().IsRegular() {
		return f
	}
	if rs.inMemory += info.Size(); rs.inMemory <= mostInMemory {
		return f
	}
	return largeFile{f, path}
}
