// Reads a file of the Nacha format from standard input with the reader of moov-io/ach, in its strictest setting, and ends with
// status 1 and the reason if the file has a fault.
package main

import (
	"fmt"
	"os"

	"github.com/moov-io/ach"
)

func main() {
	strictest := &ach.ValidateOpts{RequireABAOrigin: true}
	reader := ach.NewReader(os.Stdin)
	reader.SetValidation(strictest)
	file, err := reader.Read()
	if err == nil {
		err = file.ValidateWith(strictest)
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(len(file.Batches))
}
