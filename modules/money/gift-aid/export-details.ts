import type { FieldKey } from '#modules/platform/identity/index.ts'
import type { Ports } from '#shared/ports.ts'
import { decryptDetails } from './declarations/declarer-details.ts'

/** Reads the names and addresses of an account's declarations for its data export, decrypted, oldest first. */
export async function exportDeclarerDetails(
  ports: Pick<Ports, 'statement'> & { readonly fieldKey: FieldKey },
  accountId: string,
): Promise<Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>> {
  const rows = await ports.statement<{ readonly validFrom: Date; readonly details: Buffer }>(
    'gift_aid.export_details',
    `
      select valid_from as "validFrom", details
      from gift_aid.declarer_details
      where account_id = $1::uuid
      order by valid_from
    `,
    [accountId],
  )
  return {
    giftAidDetails: rows.map(({ validFrom, details }) => ({
      validFrom,
      ...decryptDetails(ports.fieldKey, { accountId }, details),
    })),
  }
}
