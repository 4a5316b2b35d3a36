/** How long files stay, and what happens when the disk fills. */
package io.ferrymq.store.retention;
