package reportx

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"io"
	"strconv"

	"github.com/plateau-bench/plateau/internal/steady"
)

// WriteCSV writes every sample that was read, warm-up included, one a line,
// under a heading:
//
//	benchmark  name as printed
//	run        1-based, in the order of reading
//	index      of the sample in its run, from 0, in capture order
//	phase      warmup or steady; after the warm-up of a run that never settled unsettled, of one that
//	           was too short to judge short
//	ns         per operation, the mean over the batch
//	batch      operations a sample
//	stage      of the operation, empty for the whole
//	pkg        import path, empty when not known
func (rs *Results) WriteCSV(w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<16)
	out.WriteString("benchmark,run,index,phase,ns,batch,stage,pkg\n")
	for _, b := range rs.Benchmarks {
		for i, r := range b.Runs {
			for _, s := range r.Series {
				before := csvFields(b.Name) + "," + strconv.Itoa(i+1) + ","
				after := "," + strconv.Itoa(s.Batch) + "," + csvFields(s.Name, b.Pkg) + "\n"
				if err := s.writeCSV(out, before, r.phase(), after); err != nil {
					return err
				}
			}
		}
	}
	return out.Flush()
}

// phase is what the samples of r after its warm-up are.
func (r *Run) phase() string {
	switch r.class() {
	case string(steady.NoSteady):
		return "unsettled"
	case string(steady.Short):
		return "short"
	}
	return "steady"
}

func (s *Series) writeCSV(out *bufio.Writer, before, phase, after string) error {
	var line []byte
	index := int64(0)
	var writeErr error
	err := s.Samples.Each(func(ns float64) bool {
		line = append(line[:0], before...)
		line = strconv.AppendInt(line, index, 10)
		if index < s.Warmup {
			line = append(line, ",warmup,"...)
		} else {
			line = append(append(append(line, ','), phase...), ',')
		}
		line = strconv.AppendFloat(line, ns/float64(s.Batch), 'f', -1, 64)
		line = append(line, after...)
		_, writeErr = out.Write(line)
		index++
		return writeErr == nil
	})
	if err != nil {
		return err
	}
	return writeErr
}

// csvFields quotes fields as need be.
func csvFields(fields ...string) string {
	if len(fields) == 1 && fields[0] == "" {
		return ""
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write(fields) // to memory: cannot fail
	w.Flush()
	return string(bytes.TrimSuffix(b.Bytes(), newline))
}
