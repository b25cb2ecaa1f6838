import type { AccountViewer } from '#modules/identity/index.ts'
import { Problem } from '#shared/problem.ts'
import type { MediaPorts } from './port.ts'
import { countPictures, insertPicture } from './queries.ts'
import { reencode } from './re-encode.ts'
import { quotas } from './rules/limits.ts'

export type KeptPicture = { readonly id: string; readonly width: number; readonly height: number }

const dayMs = 86_400_000

/** The name a picture has in the file store. */
export const keyOf = (id: string): string => `pictures/${id}.webp`

/**
 * Keeps a picture somebody uploaded, re-encoded and under an id nobody can guess. `organizationId`: the charity whose fundraiser it is for;
 * it has a quota of its own. The file is there before its row, so that no row ever lacks its file.
 */
export async function keepPicture(
  ports: MediaPorts,
  viewer: AccountViewer,
  of: { readonly bytes: Uint8Array; readonly organizationId: bigint | null },
): Promise<KeptPicture> {
  const at = ports.clock()
  const had = await countPictures(ports.db, { accountId: viewer.accountId, organizationId: of.organizationId, dayAgo: new Date(at.getTime() - dayMs) })
  const { perAccount, perOrganization } = quotas
  if (had.ofAccountToday >= perAccount.aDay || had.ofOrganizationToday >= perOrganization.aDay)
    throw new Problem('rate-limit', 'too-many-pictures', { retryAfterSeconds: 3600 })
  if (had.ofAccount >= perAccount.pictures || had.ofOrganization >= perOrganization.pictures) throw new Problem('conflict', 'too-many-pictures')
  const { bytes, width, height } = await reencode(of.bytes)
  const id = ports.newId()
  await ports.files.put(keyOf(id), bytes, 'image/webp')
  await ports.write((tx) => insertPicture(tx, { id, accountId: viewer.accountId, organizationId: of.organizationId, width, height, bytes: bytes.length, at }))
  return { id, width, height }
}
