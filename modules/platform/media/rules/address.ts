/** Returns the URL of a picture; `&w=480|960|1600` may follow. */
export const pictureUrl = (id: string): string => `/media/${id}.webp?v=1`

/** Returns the ids of our pictures in an HTML text. */
export const picturesIn = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/(?<=\/media\/)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?=\.webp)/g)].map(
      ([id]) => id,
    ),
  ),
]
