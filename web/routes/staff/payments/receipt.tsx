import { countryCodes } from '#modules/platform/addresses/rules/countries.ts'
import { countriesIn } from '#web/features/platform/addresses/address-data.ts'
import { checkbox, text, trimmed } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForm } from '#web/kit/submit-form.ts'
import { viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Select, TextArea, TextInput } from '#web/ui/field.tsx'
import type { Route } from './+types/receipt'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/cards', 'money/ledger']

/** Replaces a receipt. Limits as in the call; the address counts only with `hasAddress`. */
export const fields = {
  reason: text(500),
  name: trimmed(120),
  hasAddress: checkbox,
  firstName: trimmed(60, { path: 'address.firstName' }),
  lastName: trimmed(60, { path: 'address.lastName' }),
  line1: trimmed(200, { path: 'address.line1' }),
  line2: trimmed(200, { path: 'address.line2' }),
  city: trimmed(100, { path: 'address.city' }),
  state: trimmed(100, { path: 'address.state' }),
  postalCode: trimmed(20, { path: 'address.postalCode' }),
  country: trimmed(2, { path: 'address.country' }),
}

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, params }) => {
    const donation = await api('GET /v4/staff/donations/:intentId', { intentId: params.intentId })
    const receipt = donation.receipts.find(({ id }) => id === params.receiptId)
    if (!receipt || !donation.canReview) throw new Response(null, { status: 404 })
    return {
      intentId: donation.intentId,
      receipt,
      name: donation.donor.name,
      countries: countriesIn(locale, countryCodes),
    }
  })

export const action = (args: Route.ActionArgs) => {
  const { intentId, receiptId } = args.params
  return submitForm(
    args,
    fields,
    async ({ reason, name, hasAddress, ...address }, { api }) => {
      await api('POST /v4/receipts/:receiptId/replacement', {
        receiptId,
        reason,
        ...(name === '' ? {} : { name }),
        ...(hasAddress ? { address } : {}),
      })
      return `/staff/donations/${encodeURIComponent(intentId)}?done=replaced#receipts`
    },
    { decisions: ['form'] },
  )
}

const addressFields = [
  ['firstName', 'first-name'],
  ['lastName', 'last-name'],
  ['line1', 'line1'],
  ['line2', 'line2'],
  ['city', 'city'],
  ['state', 'state'],
  ['postalCode', 'postal-code'],
] as const

export default function ReplaceReceipt({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { receipt, intentId, name } = loaderData
  const title = t('replace.title', { number: `\u2066${receipt.number}\u2069` })
  const form = viewForm(fields, actionData)
  return (
    <div className="stack-lg">
      <p>
        <a href={`/staff/donations/${intentId}#receipts`}>{t('replace.back')}</a>
      </p>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('replace.lead')}</p>
      </div>
      <FormResult title={title} sent={actionData} forms={[form]} />
      {receipt.voidedAt ? (
        <p className="notice">{t('replace.void')}</p>
      ) : (
        <PageForm className="card card-in stack account-form" noValidate>
          <TextArea {...form.control('reason')} label={t('replace.reason')} hint={t('replace.reason-hint')} rows={2} />
          <TextInput
            {...form.control('name')}
            label={t('replace.name')}
            hint={t('replace.name-hint')}
            placeholder={name}
            autoComplete="off"
          />
          <Checkbox
            {...form.check('hasAddress')}
            label={t('replace.has-address')}
            hint={t('replace.has-address-hint')}
            aria-controls="address"
          />
          <fieldset id="address" className="stack">
            <legend className="visually-hidden">{t('replace.has-address')}</legend>
            {addressFields.map(([field, key]) => (
              <TextInput key={field} {...form.control(field)} label={t(`replace.${key}`)} autoComplete="off" />
            ))}
            <Select {...form.control('country')} label={t('replace.country')}>
              <option value="">{t('replace.choose')}</option>
              {loaderData.countries.map(({ code, name: country }) => (
                <option key={code} value={code}>
                  {country}
                </option>
              ))}
            </Select>
          </fieldset>
          <Button>{t('replace.submit')}</Button>
        </PageForm>
      )}
    </div>
  )
}
