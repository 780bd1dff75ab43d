module halyard.example/ach-reader

go 1.25

require github.com/moov-io/ach v1.50.0
