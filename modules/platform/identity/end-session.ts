import type { Tx } from '#shared/ports.ts'
import { deleteSessionIn } from './account-queries.ts'
import type { Viewer } from './viewer.ts'

/** Ends the session of the request, if it has one. */
export async function endSessionOf(tx: Tx, viewer: Viewer): Promise<void> {
  if (viewer.kind === 'account' || viewer.kind === 'first-factor') await deleteSessionIn(tx, viewer.tokenHash)
}
