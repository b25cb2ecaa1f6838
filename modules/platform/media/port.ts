import type { Db, Ports, Tx } from '#shared/ports.ts'

/** Stores uploaded bytes in a folder or an S3-compatible store. Keys are created on the server, never by a visitor. */
export type Files = {
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** Undefined if there is no such file. Throws when the store can't be reached. */
  get(key: string): Promise<Uint8Array | undefined>
  /** Removing a missing file is no error. */
  remove(key: string): Promise<void>
}

export type PictureCount = { readonly total: number; readonly sinceYesterday: number }

/** An additional quota that a picture counts towards, such as a charity's; a module above this one implements it. */
export type PictureOwner = {
  countPictures(db: Db, dayAgo: Date): Promise<PictureCount>
  addPicture(tx: Tx, picture: { readonly pictureId: string; readonly at: Date }): Promise<void>
}

export type MediaPorts = Ports & { readonly files: Files }
