import type { Ports } from '#shared/ports.ts'
import { findDonors } from './queries.ts'

/** Newest first. An anonymous donor's name and place leave the database as nothing, not hidden later (trust.md S4). */
export async function listDonors(ports: Ports, input: { campaignId: string; limit: number; before?: string | undefined }) {
  const rows = await findDonors(ports, BigInt(input.campaignId), input.limit + 1, cursorOf(input.before))
  const shown = rows.slice(0, input.limit)
  const last = shown.at(-1)
  return {
    donors: shown.map((row) => ({
      name: row.name,
      place: row.place,
      gift: Number(row.gift),
      currency: row.currency,
      isZakat: row.isZakat,
      givenAt: row.givenAt.toISOString(),
    })),
    next: rows.length > input.limit && last ? `${last.givenAt.getTime()}_${last.id}` : null,
  }
}

function cursorOf(text: string | undefined): { givenAt: Date; id: string } | undefined {
  const match = /^(\d{1,15})_([0-9a-f-]{36})$/.exec(text ?? '')
  return match ? { givenAt: new Date(Number(match[1])), id: match[2]! } : undefined
}
