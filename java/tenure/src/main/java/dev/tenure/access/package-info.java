/** How packages of the library reach what the nouns do not offer to users; not exported. */
@NullMarked
package dev.tenure.access;

import org.jspecify.annotations.NullMarked;
