import { readCursor } from '#shared/cursor.ts'
import type { Db } from '#shared/ports.ts'
import { listMails } from './queries.ts'

/**
 * Lists the mails of an installation that sends none, newest first. `before` is the `next` of the previous page; an
 * invalid one starts from the beginning.
 */
export async function readMailbox(db: Db, input: { limit: number; before?: string | undefined }) {
  const mails = await listMails(db, input.limit + 1, placeOf(input.before))
  const shown = mails.slice(0, input.limit)
  const last = shown.at(-1)
  return {
    mails: shown,
    next: mails.length > input.limit && last ? `${last.createdAt.getTime()}_${last.id}` : null,
  }
}

function placeOf(text: string | undefined): { createdAt: Date; id: string } | undefined {
  const cursor = readCursor(text)
  return cursor && { createdAt: cursor.at, id: cursor.id }
}
