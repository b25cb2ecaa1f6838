import { isUuid } from '#shared/ids.ts'
import { parseMajor } from '#shared/money.ts'
import type { Ports } from '#shared/ports.ts'
import { listOwnedReceipts } from './queries/owned.ts'

/** The live receipts of an account's gifts, newest first; amounts in minor units. */
export async function listReceipts(
  ports: Ports,
  accountId: string,
  { limit, before }: { limit: number; before?: string | undefined },
) {
  const rows = await listOwnedReceipts(ports, accountId, limit + 1, cursorOf(before))
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    receipts: shown.map(({ id, snapshot }) => ({
      id,
      number: snapshot.number,
      kind: snapshot.kind,
      organization: snapshot.issuer.name,
      organizationAr: snapshot.issuer.nameAr,
      campaigns: [...new Set(snapshot.lines.map((line) => line.campaign))],
      givenOn: snapshot.givenOn.date,
      currency: snapshot.currency,
      gift: Number(parseMajor(snapshot.gift, snapshot.currency)!.amount),
      replaces: snapshot.replaces?.number ?? null,
    })),
    next: rows.length > limit && last ? `${last.issuedAt.getTime()}_${last.id}` : null,
  }
}

function cursorOf(text: string | undefined): { issuedAt: Date; id: string } | undefined {
  const match = /^(\d{1,15})_([0-9a-f-]{36})$/.exec(text ?? '')
  return match && isUuid(match[2]!) ? { issuedAt: new Date(Number(match[1])), id: match[2]! } : undefined
}
