import type { Db, Ports, Tx } from '#shared/ports.ts'

/** Storage of uploaded bytes: a folder, or a store that speaks S3. Keys are created here, never by a visitor. */
export type Files = {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** Undefined if there is no such file. Throws when the store can't be reached. */
  get(key: string): Promise<Uint8Array | undefined>
  /** Removing a missing file is no error. */
  remove(key: string): Promise<void>
}

export type PictureCount = { readonly total: number; readonly sinceYesterday: number }

/**
 * Whose quota a picture counts towards besides its uploader's, such as a charity; implemented by a module above this
 * one.
 */
export type PictureOwner = {
  countPictures(db: Db, dayAgo: Date): Promise<PictureCount>
  addPicture(tx: Tx, picture: { readonly pictureId: string; readonly at: Date }): Promise<void>
}

export type MediaPorts = Ports & { readonly files: Files }
