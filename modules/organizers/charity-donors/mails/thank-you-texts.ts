import { findOwnOrganizations } from '#modules/causes/organizations/index.ts'
import { authorizeForCharity } from '#modules/organizers/charities/index.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { required } from '#shared/collections.ts'
import type { ResultOf, RequestContext } from '#shared/endpoint.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import { locales } from '#shared/texts/locales.ts'
import type { charityMailsContract } from '../contract-mails.ts'
import type { CharityDonorPorts } from '../ports.ts'
import { listThankableLevels, listThankYouTexts, saveThankYouText } from '../queries/thank-you-texts.ts'
import { readThanksText } from '../rules/automatic-thanks.ts'

/** Returns a charity's automatic thanks: for first donations, and for the levels of its fundraisers. */
export async function readThankYouTexts(
  ports: CharityDonorPorts,
  viewer: AccountViewer,
  organizationId: bigint,
): Promise<ResultOf<typeof charityMailsContract, 'GET /v4/organizations/:organizationId/thank-you-texts'>> {
  const { charity } = await authorizeForCharity(ports, viewer, organizationId, 'settings', 'reading')
  const [texts, levels] = await Promise.all([
    listThankYouTexts(ports.db, [charity.id]),
    listThankableLevels(ports.db, charity.id),
  ])
  const textsOf = (id: bigint | null) =>
    Object.fromEntries(texts.filter(({ levelId }) => levelId === id).map(({ locale, body }) => [locale, body]))
  return {
    charity: { id: String(charity.id), name: charity.name },
    firstDonation: textsOf(null),
    levels: levels.map(({ id, title, fundraiser }) => ({ id: String(id), title, fundraiser, texts: textsOf(id) })),
  }
}

/**
 * Saves the texts for first donations or for a level in each language; an empty one is removed. With a fault at any
 * field, nothing is saved (content-42).
 */
export async function saveThankYouTexts(
  ports: CharityDonorPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  request: {
    readonly organizationId: bigint
    readonly level: string
    readonly texts: Readonly<Record<string, string>>
  },
): Promise<void> {
  const { charity } = await authorizeForCharity(ports, viewer, request.organizationId, 'settings')
  const levelId = request.level === '' ? null : BigInt(request.level)
  if (levelId !== null && !(await listThankableLevels(ports.db, charity.id)).some(({ id }) => id === levelId))
    throw new Problem('not-found', 'not-found')
  const [own] = await findOwnOrganizations(ports.db, [charity.id])
  const website = required(own, 'charity').website ?? ''
  const fields: Record<string, Fault> = {}
  const texts = locales.flatMap((locale) => {
    const read = readThanksText(request.texts[locale] ?? '', website)
    if ('words' in read) return { levelId, locale, body: read.words }
    fields[locale] = read.fault
    return []
  })
  if (Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
  await ports.write(async (tx) => {
    for (const text of texts) await saveThankYouText(tx, { ...text, organizationId: charity.id })
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'charity-donors.thanks-changed',
      object: `organization:${charity.id}`,
      at: ports.clock(),
      ip: context.ip,
      details: { level: request.level, ...Object.fromEntries(texts.map(({ locale, body }) => [locale, body])) },
    })
  })
}
