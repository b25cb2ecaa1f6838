import { readCursor, writeCursor } from '#shared/cursor.ts'
import { fromMajor } from '#shared/money.ts'
import type { Ports } from '#shared/ports.ts'
import { listOwnedReceipts } from './queries/owned.ts'

/** Lists the live receipts of an account's donations, newest first. Amounts in minor units. */
export async function listReceipts(
  ports: Ports,
  accountId: string,
  { limit, before }: { limit: number; before?: string | undefined },
) {
  const rows = await listOwnedReceipts(ports, accountId, limit + 1, readCursor(before))
  const ownedReceipts = rows.slice(0, limit)
  const last = ownedReceipts.at(-1)
  return {
    receipts: ownedReceipts.map(({ id, snapshot }) => ({
      id,
      number: snapshot.number,
      kind: snapshot.kind,
      organization: snapshot.issuer.name,
      organizationAr: snapshot.issuer.nameAr,
      campaigns: [...new Set(snapshot.lines.map((line) => line.campaign))],
      givenOn: snapshot.givenOn.date,
      currency: snapshot.currency,
      gift: fromMajor(snapshot.gift, snapshot.currency).amount,
      replaces: snapshot.replaces?.number ?? null,
    })),
    next: rows.length > limit && last ? writeCursor({ at: last.issuedAt, id: last.id }) : null,
  }
}
