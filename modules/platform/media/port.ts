import type { Db, Ports, Tx } from '#shared/ports.ts'

/** Where the bytes of uploads lie: a folder, or a store that speaks S3. Keys are made here, never by a visitor. */
export type Files = {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** Undefined: there is no such file. Throws when the store cannot be reached. */
  get(key: string): Promise<Uint8Array | undefined>
  /** Removing what is gone already is no failure. */
  remove(key: string): Promise<void>
}

export type PictureCount = { readonly total: number; readonly sinceYesterday: number }

/**
 * Whose quota a picture counts for besides its uploader's, such as a charity; implemented by a module above this one.
 */
export type PictureOwner = {
  countPictures(db: Db, dayAgo: Date): Promise<PictureCount>
  addPicture(tx: Tx, picture: { readonly pictureId: string; readonly at: Date }): Promise<void>
}

export type MediaPorts = Ports & { readonly files: Files }
