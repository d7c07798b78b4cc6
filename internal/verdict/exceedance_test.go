package verdict

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/plateau-bench/plateau/internal/quantile"
)

func TestExceedances(t *testing.T) {
	runs := []quantile.Run{quantile.Slice{1, 5, 6, 9}, nil, quantile.Slice{6, 7}, quantile.Slice{}}
	e, err := Exceedances(runs, 5)
	if err != nil || !slices.Equal(e.Above, []int64{2, 0, 2, 0}) || !slices.Equal(e.Counts, []int64{4, 0, 2, 0}) || !near(e.Rate(), 4.0/6) {
		t.Errorf("%+v, %v", e, err)
	}
	if none, err := Exceedances(nil, 5); err != nil || none.Rate() != 0 {
		t.Errorf("%+v, %v", none, err)
	}
	broken := errors.New("checksum differs")
	if _, err := Exceedances([]quantile.Run{runs[0], brokenRun{broken}}, 5); !errors.Is(err, broken) || !strings.Contains(err.Error(), "run 2 of 2") {
		t.Errorf("error %v", err)
	}
}
