import '#web/features/platform/addresses/address.css'
import '#web/features/money/gift-aid/gift-aid.css'
import { toWire } from '#modules/platform/addresses/rules/wire.ts'
import { addressDataIn } from '#web/features/platform/addresses/address-data.ts'
import { DeclarationCard } from '#web/features/money/gift-aid/declaration-card.tsx'
import { DeclareForms } from '#web/features/money/gift-aid/declare-form.tsx'
import { DetailsForm } from '#web/features/money/gift-aid/details-form.tsx'
import { CoveredDonations } from '#web/features/money/gift-aid/covered-donations.tsx'
import {
  taxAddressErrors,
  taxAddressFields,
  taxAddressIn,
} from '#web/features/money/receipts/tax-addresses/tax-address.ts'
import { hidden, trimmed } from '#web/kit/fields.ts'
import { loadPage } from '#web/kit/load-page.ts'
import { submitForms } from '#web/kit/submit-form.ts'
import { sentAs } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { ErrorSummary, type FormError } from '#web/ui/error-summary.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/gift-aid'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/gift-aid']

const done = ['declared-now', 'ended', 'excluded', 'agreed', 'details-saved'] as const

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, query }) => {
    const [overview, permitted, { reach }] = await Promise.all([
      api('GET /v4/account/gift-aid', {}),
      api('GET /api/projectapi/permittedCountryCodes', {}),
      api('GET /v4/places', {}),
    ])
    return {
      overview,
      addressData: addressDataIn(locale, permitted, reach),
      done: done.find((option) => option === query.get('done')) ?? null,
    }
  })

export const endFields = { id: hidden, from: trimmed(10) }
export const declareFields = { id: hidden, textVersion: hidden }
const donationFields = { id: hidden }
const forms = {
  end: endFields,
  declare: declareFields,
  exclude: donationFields,
  confirm: donationFields,
  details: taxAddressFields,
}

/**
 * `declare` declares for past and later donations, `end` ends a declaration, `exclude` excludes a donation, `confirm`
 * agrees for an anonymous one, and `details` saves name and address.
 */
export const action = (args: Route.ActionArgs) =>
  submitForms(
    args,
    forms,
    {
      end: async ({ id, from }, { api }) => {
        await api('POST /v4/account/gift-aid/declarations/:declarationId/end', { declarationId: id, from })
        return '?done=ended'
      },
      declare: async ({ id, textVersion }, { api }) => {
        await api('POST /v4/account/gift-aid/declarations', { organizationId: id, textVersion })
        return '?done=declared-now'
      },
      exclude: async ({ id }, { api }) => {
        await api('POST /v4/account/gift-aid/donations/:donationId/exclude', { donationId: id })
        return '?done=excluded#donations'
      },
      confirm: async ({ id }, { api }) => {
        await api('POST /v4/account/gift-aid/donations/:donationId/confirm', { donationId: id })
        return '?done=agreed#donations'
      },
      details: async (values, { api }) => {
        await api('POST /v4/account/gift-aid/details', { address: toWire(taxAddressIn(values)) })
        return '?done=details-saved#details'
      },
    },
    // A declaration is a legal statement, which no login repeats.
    { decisions: ['declare'] },
  )

/** Returns the errors of a refused form, each at the control of what it is about. */
function errorsIn(sent: Route.ComponentProps['actionData']): FormError[] {
  if (!sent?.refused) return []
  const { message, fields } = sent.refused
  if (sent.intent === 'details') return taxAddressErrors({ message, fields })
  const { id } = sent.values
  if (sent.intent === 'end') return [{ id: `from-${id}`, text: fields.from ?? message }]
  return [{ id: `${sent.intent === 'declare' ? 'declare' : 'exclude'}-${id}`, text: message }]
}

/** A donor's Gift Aid declarations: what they cover, ending one, excluding a donation, and name and address. */
export default function GiftAid({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { overview, addressData } = loaderData
  const wrong = errorsIn(actionData)
  const details = sentAs(actionData, 'details')
  const errorOf = (id: string) => wrong.find((error) => error.id === id)?.text
  const isEmpty = overview.declarations.length === 0 && overview.donations.length === 0
  return (
    <>
      <title>{actionData ? t('shell.title-problem', { title: t('gift-aid.title') }) : t('gift-aid.title')}</title>
      <h1>{t('gift-aid.title')}</h1>
      <p className="quiet">{t('gift-aid.lead')}</p>
      {loaderData.done && !actionData ? (
        <p className="notice" role="status">
          {t(`gift-aid.${loaderData.done}`)}
        </p>
      ) : null}
      <ErrorSummary title={t('shell.problem')} wrong={wrong} />
      {isEmpty ? (
        <EmptyState title={t('gift-aid.none')}>
          <a className="button button-quiet" href="/account/donations">
            {t('gift-aid.see-donations')}
          </a>
        </EmptyState>
      ) : null}
      {overview.declarations.length > 0 ? (
        <section className="stack" aria-labelledby="declarations">
          <h2 id="declarations">{t('gift-aid.declarations')}</h2>
          <ul className="gift-aid-list stack">
            {overview.declarations.map((declaration) => (
              <DeclarationCard
                key={declaration.id}
                declaration={declaration}
                today={overview.today}
                typed={sentAs(actionData, 'end')?.values.from}
                error={errorOf(`from-${declaration.id}`)}
              />
            ))}
          </ul>
          <p className="quiet small">{t('gift-aid.tell')}</p>
        </section>
      ) : null}
      {overview.donations.length > 0 ? <CoveredDonations donations={overview.donations} errorOf={errorOf} /> : null}
      <DeclareForms overview={overview} errorOf={errorOf} />
      {isEmpty ? null : (
        <DetailsForm
          details={overview.details}
          addressData={addressData}
          typed={details && taxAddressIn(details.values)}
          wrong={details ? wrong : []}
        />
      )}
    </>
  )
}
