import type { FieldKey } from '#modules/platform/identity/index.ts'
import type { Db } from '#shared/ports.ts'
import { type DeclarerDetails, decryptDetails } from './declarer-details.ts'
import { findDeclarationOnDay, findStoredDetails } from './queries.ts'
import { ukDayOf } from './rules/coverage.ts'

type CoverPorts = { readonly db: Db; readonly fieldKey: FieldKey; readonly clock: () => Date }

/** Returns the newest name and address of an account for Gift Aid; null if it gave none. */
export async function findAccountDetails(
  ports: Pick<CoverPorts, 'db' | 'fieldKey'>,
  accountId: string,
): Promise<DeclarerDetails | null> {
  const stored = await findStoredDetails(ports.db, accountId)
  const isOwnNewer =
    stored.accountSince !== null && (stored.formSince === null || stored.accountSince >= stored.formSince)
  if (isOwnNewer && stored.encrypted) return decryptDetails(ports.fieldKey, { accountId }, stored.encrypted)
  return stored.formAddress
}

/**
 * Finds the declaration for later donations that covers what an account gives to a charity today, as the order of the
 * donation stores it (gift-aid-2). Undefined without one, and without a name and address.
 */
export async function findGiftAidCover(ports: CoverPorts, accountId: string, organizationId: bigint) {
  const declaration = await findDeclarationOnDay(ports.db, accountId, { organizationId, day: ukDayOf(ports.clock()) })
  const address = declaration && (await findAccountDetails(ports, accountId))
  if (!declaration || !address) return undefined
  const { declaredAt, declaredOn, textVersion, textHash } = declaration
  return { declared: { at: declaredAt.toISOString(), ip: '', textVersion, textHash }, address, declaredOn }
}
