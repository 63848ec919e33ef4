"""What happened and what stands where, as data, plain text and pages to print. No Qt."""
