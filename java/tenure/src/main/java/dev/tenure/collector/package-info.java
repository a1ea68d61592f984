/** What is done with the garbage collector: freeing what it found, and asking it for more. */
package dev.tenure.collector;
