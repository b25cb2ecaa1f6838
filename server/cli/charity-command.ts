/** `npm run sunbul -- charity create --own`: the charity of the operator, verified without a review. */
import { subdomainOf } from '#modules/causes/organizations/rules/subdomain.ts'
import { fundraisingServer } from '#modules/organizers/fundraising/index-server.ts'
import { accountIdOf } from '#modules/platform/identity/index-staff.ts'
import { normaliseEmail } from '#modules/platform/identity/rules/email.ts'
import { isProblem } from '#shared/problem.ts'
import { faultText } from '#shared/texts/catalogue.ts'
import type { App } from '../app.ts'

export type CharityOptions = {
  readonly name: string
  readonly email: string
  readonly address: string
  readonly registration: string
  readonly country: string
  readonly currency: string
  readonly timeZone: string
  readonly owner: string
  readonly receipts: string
  readonly category: string
  readonly about: string
  readonly website: string
  readonly signatory: string
  readonly slug?: string
}

/** The option of each field that may be refused. */
const optionOf: Readonly<Record<string, string>> = {
  postalAddress: 'address',
  receiptRegime: 'receipts',
  timeZone: 'time-zone',
}

/** Creates the operator's own charity (content-32) and prints its address. Throws what is wrong, by option. */
export async function createOwn(app: App, of: CharityOptions): Promise<number> {
  const ownerId = await accountIdOf(app.db, normaliseEmail(of.owner))
  if (!ownerId) throw new Error(`--owner: ${of.owner} has no account with a confirmed email`)
  const charity = {
    name: of.name,
    nameAr: '',
    about: of.about,
    website: of.website,
    email: of.email,
    postalAddress: of.address.replaceAll('\\n', '\n'),
    registration: of.registration,
    signatory: of.signatory,
    slug: of.slug ?? subdomainOf(of.name),
    country: of.country.toUpperCase(),
    timeZone: of.timeZone,
    currency: of.currency.toUpperCase(),
    category: of.category,
    receiptRegime: of.receipts,
    ownerId,
  }
  try {
    const { slug } = await fundraisingServer.createOwnCharity(app, charity)
    console.log(`${of.name} is at ${app.origin}/organizations/${slug} and can receive donations.`)
    return 0
  } catch (error) {
    if (!isProblem(error)) throw error
    const faults = Object.entries(error.fields ?? {}).map(
      ([field, fault]) => `--${optionOf[field] ?? field}: ${faultText(fault, 'en') ?? fault.code}`,
    )
    const said = faults.length > 0 ? faults.join('\n') : (faultText({ code: error.code }, 'en') ?? error.code)
    throw new Error(said, { cause: error })
  }
}
