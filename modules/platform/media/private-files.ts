import { createHash } from 'node:crypto'
import { Problem } from '#shared/problem.ts'
import type { MediaPorts } from './port.ts'
import { reencode } from './re-encode.ts'
import { rewritePdf } from './rewrite-pdf.ts'
import { uploadLimits } from './rules/limits.ts'
import { isPdf } from './rules/signature.ts'

export type PrivateKind = 'webp' | 'pdf'

/** A checked upload that only few people may read, ready to be stored. */
export type PrivateFile = { readonly kind: PrivateKind; readonly bytes: Uint8Array; readonly digest: Buffer }

/** Returns a private file's key, which no public address serves. */
export const privateFileKey = (id: string, kind: PrivateKind): string => `private/${id}.${kind}`
const types: Readonly<Record<PrivateKind, string>> = { webp: 'image/webp', pdf: 'application/pdf' }

/**
 * Reads a picture, re-encoded from its pixels, or a PDF, unchanged. The contents decide the format, not the name.
 * Throws `file-not-readable` for anything else and `file-too-large` for large files.
 */
export async function readUpload(bytes: Uint8Array): Promise<PrivateFile> {
  if (bytes.length > uploadLimits.bytes) throw new Problem('validation', 'file-too-large', { status: 413 })
  const made = isPdf(bytes) ? { kind: 'pdf' as const, bytes } : { kind: 'webp' as const, bytes: await pictureOf(bytes) }
  return { ...made, digest: createHash('sha256').update(made.bytes).digest() }
}

async function pictureOf(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return (await reencode(bytes)).bytes
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new Problem('validation', error.code === 'picture-too-large' ? 'file-too-large' : 'file-not-readable')
  }
}

/**
 * Like `readUpload`, for a file that anyone may read: a PDF is rewritten without scripts and attachments. Its digest is
 * that of the upload, so that the same file is found again.
 */
export async function readPublicUpload(bytes: Uint8Array): Promise<PrivateFile> {
  const file = await readUpload(bytes)
  return file.kind === 'pdf' ? { ...file, bytes: await rewritePdf(bytes) } : file
}

/** Stores the file. Call it before its row is written, so that no row lacks its file. */
export const savePrivateFile = (ports: Pick<MediaPorts, 'files'>, id: string, file: PrivateFile): Promise<void> =>
  ports.files.put(privateFileKey(id, file.kind), file.bytes, types[file.kind])

/** Removes a private file; a missing file is no error. */
export const removePrivateFile = (ports: Pick<MediaPorts, 'files'>, id: string, kind: PrivateKind): Promise<void> =>
  ports.files.remove(privateFileKey(id, kind))

/**
 * Returns a private file with headers that forbid caching and execution. A PDF may contain scripts, so it is downloaded
 * and not shown in the browser. Undefined if the store doesn't have it.
 */
export async function privateFileToSend(
  ports: Pick<MediaPorts, 'files'>,
  input: { readonly id: string; readonly kind: PrivateKind; readonly name: string },
) {
  const bytes = await ports.files.get(privateFileKey(input.id, input.kind))
  if (!bytes) return undefined
  return {
    file: { type: types[input.kind], bytes },
    headers: {
      'content-disposition': `${input.kind === 'pdf' ? 'attachment' : 'inline'}; filename="${input.name}.${input.kind}"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    },
  }
}
