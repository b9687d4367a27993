/** The map of a site: where its pages stand, and the links between them. */
export interface SiteMap {
  /**
   * Little-endian: numbers of 32 bits for the pages shown, all pages, the bytes of the links and the bytes of the paths; then for
   * all pages shown x, then y (16 bits each), then the collection (8 bits; 0 for none, else 1 + its index in the settings). Then
   * for each page the indexes of the pages that it links to, as varints: how many, then each as the difference from the one
   * before. Then the paths in UTF-8, separated by line feeds. Then for each group of pages a line feed, and x, y and its name,
   * separated by spaces; the largest group first.
   */
  bytes(): Uint8Array | Promise<Uint8Array>;
}
