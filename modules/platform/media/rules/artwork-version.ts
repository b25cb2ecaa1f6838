/** Part of each address of artwork, which browsers keep for ever: count up when the drawings change. */
export const artworkVersion = 1
