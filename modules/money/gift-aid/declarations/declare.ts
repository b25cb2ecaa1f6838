import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { RequestContext } from '#shared/endpoint.ts'
import { one } from '#shared/collections.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { giftAidHashInput, giftAidText } from '#modules/money/giving/rules/gift-aid.ts'
import { findAccountDetails } from './account-cover.ts'
import { mailDeclarationConfirmed } from './mails.ts'
import type { DeclarationPorts } from './ports.ts'
import { listDeclaredCharities, listWideDeclarations } from './queries.ts'
import { coversFromOf, ukDayOf } from './rules/coverage.ts'

/**
 * Declares for what an account gave to a charity in the past four years and for later donations, and confirms it by
 * mail (gift-aid-1). Only for charities that it declared to before, whose details are known. Repeating it changes
 * nothing. Throws `gift-aid-text-changed` if another text was shown.
 */
export async function declareForPastAndLater(
  ports: DeclarationPorts,
  { accountId, context }: { readonly accountId: string; readonly context: Pick<RequestContext, 'ip'> },
  { organizationId, textVersion }: { readonly organizationId: bigint; readonly textVersion: string },
): Promise<void> {
  if (textVersion !== giftAidText.version) throw new Problem('conflict', 'gift-aid-text-changed')
  const details = await findAccountDetails(ports, accountId)
  await ports.write(async (tx) => {
    // Serializes the requests of an account, so that the second finds the declaration of the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`gift-aid ${accountId}`}, 0))`.execute(tx)
    const wide = await listWideDeclarations(tx, accountId)
    const toCharity = wide.filter((declaration) => declaration.organizationId === organizationId)
    const isDeclared = toCharity.length > 0 || (await listDeclaredCharities(tx, accountId)).includes(organizationId)
    if (!isDeclared || !details) throw new Problem('not-found', 'declaration-not-found')
    if (toCharity.some(({ scope, coversUntil }) => scope === 'past_and_later' && coversUntil === null)) return
    const instant = ports.clock()
    const declaredOn = ukDayOf(instant)
    const id = ports.newId()
    await tx
      .insertInto('gift_aid.declaration')
      .values({
        id,
        organization_id: organizationId,
        source: 'account',
        scope: 'past_and_later',
        account_id: accountId,
        text_version: giftAidText.version,
        text_hash: createHash('sha256').update(giftAidHashInput()).digest('hex'),
        declared_at: instant,
        declared_on: declaredOn,
        covers_from: coversFromOf('past_and_later', declaredOn),
        created_at: instant,
      })
      .execute()
    await record(tx, {
      actor: { kind: 'account', id: accountId },
      act: 'gift-aid.declared',
      object: `organization:${organizationId}`,
      at: instant,
      ip: context.ip,
      details: { declaration: id },
    })
    const declaration = one((await listWideDeclarations(tx, accountId)).filter((stored) => stored.id === id))
    await mailDeclarationConfirmed(ports, tx, { accountId, declaration })
  })
}
