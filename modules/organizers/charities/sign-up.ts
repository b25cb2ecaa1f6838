import { insertFundraiser, slugsTaken } from '#modules/causes/campaigns/index.ts'
import { type Category, categories } from '#modules/causes/campaigns/rules/category.ts'
import { countUnverifiedOwned, insertMembers, insertOrganizations } from '#modules/causes/organizations/index.ts'
import { isSubdomainAllowed, subdomainOf, subdomainMax } from '#modules/causes/organizations/rules/subdomain.ts'
import { countryCodes } from '#modules/platform/addresses/rules/countries.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { checkEmail, normalizeEmail, tidyEmail } from '#modules/platform/identity/rules/email.ts'
import { one } from '#shared/collections.ts'
import { offerDefaultPlans } from '#modules/recurring/plans/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { isCurrency } from '#shared/money.ts'
import type { Tx } from '#shared/ports.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import { numberedSlug, slugKey } from '#shared/slug.ts'
import { allZones } from '#shared/zones.ts'
import { recordAct } from './authorize-for-charity.ts'
import type { CharityPorts } from './ports.ts'
import { requestCharityEmailChange } from './settings/change-email.ts'

export type NewCharity = {
  readonly name: string
  readonly country: string
  readonly email: string
  readonly timeZone: string
  readonly currency: string
  /** If empty, made from the name. */
  readonly subdomain: string
  readonly category: string
}

/** Maximum of charities that an account owns and that were never verified (content-24). */
const draftsMax = 3
const nameMax = 120
/** Maximum of numbered addresses to try for one name. */
const numberedMax = 50

/**
 * Creates a charity as a draft with its general fund and the account as its owner; nothing is public yet (content-21).
 * Faults by field. Refused if the operator doesn't allow sign-up (`CHARITY_SIGNUP`).
 */
export async function signUpCharity(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: NewCharity,
): Promise<{ readonly id: bigint; readonly slug: string }> {
  if (ports.charitySignUp !== 'open') throw new Problem('conflict', 'charity-signup-closed')
  if (!viewer.isEmailConfirmed) throw new Problem('conflict', 'confirm-email-first')
  const typed = {
    ...input,
    name: input.name.trim().replace(/\s+/g, ' '),
    email: tidyEmail(input.email),
    subdomain: input.subdomain.trim().toLowerCase(),
    category: input.category || 'community',
  }
  const fields = checkNewCharity(typed, ports.productName)
  if (Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
  const instant = ports.clock()
  const isOwnEmail = normalizeEmail(typed.email) === normalizeEmail(viewer.email)
  return ports.write(async (tx) => {
    if ((await countUnverifiedOwned(tx, viewer.accountId)) >= draftsMax)
      throw new Problem('rate-limit', 'too-many-charities', { params: { max: draftsMax }, retryAfterSeconds: 86_400 })
    const slug = await freeSubdomain(ports, tx, typed)
    const id = one(
      await insertOrganizations(tx, [
        {
          slug,
          name: typed.name,
          name_ar: null,
          country: typed.country,
          time_zone: typed.timeZone,
          website: null,
          email: typed.email,
          postal_address: '',
          registration: '',
          receipt_regime: 'plain',
          receipt_signatory: null,
          email_confirmed_at: isOwnEmail ? instant : null,
          created_at: instant,
        },
      ]),
    )
    const fund = await insertFundraiser(tx, {
      organization_id: id,
      slug,
      kind: 'general-fund',
      name: typed.name,
      category: typed.category,
      country: null,
      language: context.locale,
      status: 0,
      currency: typed.currency,
      goal: null,
      ends_at: null,
      minimum_donation: null,
      organizer_name: typed.name,
      organizer_account_id: null,
      featured_rank: null,
      created_at: instant,
      changed_at: instant,
    })
    if (fund === undefined) throw subdomainTaken()
    await offerDefaultPlans(ports, tx, fund)
    if (!isOwnEmail)
      await requestCharityEmailChange(ports, tx, {
        charity: { id, name: typed.name, nameAr: null },
        email: typed.email,
        locale: context.locale,
      })
    await insertMembers(tx, [{ organizationId: id, accountId: viewer.accountId, role: 'owner', at: instant }])
    await recordAct(tx, {
      viewer,
      context,
      organizationId: id,
      act: 'signed-up',
      at: instant,
      details: { subdomain: slug, country: typed.country },
    })
    return { id, slug }
  })
}

const subdomainTaken = () =>
  new Problem('conflict', 'subdomain-unavailable', { fields: { subdomain: { code: 'subdomain-unavailable' } } })

function checkNewCharity(newCharity: NewCharity, productName: string): Record<string, Fault> {
  const email = checkEmail(newCharity.email)
  const isNameTooLong = newCharity.name.length > nameMax
  return {
    ...(newCharity.name === '' ? { name: { code: 'charity-name-missing' } } : {}),
    ...(isNameTooLong ? { name: { code: 'text-too-long', params: { max: nameMax } } } : {}),
    ...(countryCodes.includes(newCharity.country) ? {} : { country: { code: 'country-missing' } }),
    ...(email ? { email } : {}),
    ...(allZones().includes(newCharity.timeZone) ? {} : { timeZone: { code: 'time-zone-missing' } }),
    ...(isCurrency(newCharity.currency) ? {} : { currency: { code: 'currency-unknown' } }),
    ...(categories.includes(newCharity.category as Category) ? {} : { category: { code: 'category-missing' } }),
    ...(newCharity.subdomain === '' || isSubdomainAllowed(newCharity.subdomain, productName)
      ? {}
      : { subdomain: { code: 'subdomain-unavailable' } }),
  }
}

/** Returns the requested subdomain, or the first free one made from the name. */
async function freeSubdomain(
  ports: CharityPorts,
  tx: Tx,
  newCharity: Pick<NewCharity, 'name' | 'subdomain'>,
): Promise<string> {
  if (newCharity.subdomain !== '') {
    if ((await slugsTaken(tx, [slugKey(newCharity.subdomain)])).size > 0) throw subdomainTaken()
    return newCharity.subdomain
  }
  const random = ports
    .newToken(12)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 6)
    .padEnd(6, '0')
  const clean = subdomainOf(newCharity.name) || `charity-${random}`
  const candidates = Array.from({ length: numberedMax }, (_, n) => {
    const number = n === 0 ? '' : `-${n + 1}`
    return numberedSlug(clean.slice(0, subdomainMax - number.length).replace(/-+$/, ''), n + 1)
  }).filter((text) => isSubdomainAllowed(text, ports.productName))
  const takenSlugs = await slugsTaken(tx, candidates.map(slugKey))
  return candidates.find((text) => !takenSlugs.has(slugKey(text))) ?? `charity-${random}`
}
