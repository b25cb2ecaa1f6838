import { text } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForm } from '#web/kit/submit-form.ts'
import { viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import type { Route } from './+types/donation-refund'

const pathOf = (donationId: string) => `/account/donations/${encodeURIComponent(donationId)}`

export const refundFields = { reason: text(1000) }

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params }) => {
    const [donation, { canAsk }] = await Promise.all([
      api('GET /v4/account/donations/:donationId', params),
      api('GET /v4/account/donations/:donationId/refunds', params),
    ])
    return { donation, canAsk }
  })

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    refundFields,
    async (values, { api }) => {
      await api('POST /v4/account/donations/:donationId/refund-request', { ...args.params, ...values })
      return `${pathOf(args.params.donationId)}?asked=yes`
    },
    { decisions: ['form'] },
  )

/** A donor's request for a refund, with a reason. */
export default function AskForRefund({ loaderData: { donation, canAsk }, actionData }: Route.ComponentProps) {
  const t = useText()
  const form = viewForm(refundFields, actionData)
  return (
    <>
      <div className="stack">
        <h1>{t('donation-refund.title')}</h1>
        <p>
          <span className="strong">
            <Amount minor={donation.gift} currency={donation.currency} fractions="always" />
          </span>{' '}
          ·{' '}
          <bdi lang={donation.campaign.language} dir="auto">
            {donation.campaign.name}
          </bdi>
        </p>
        <p className="quiet">{t('donation-refund.lead')}</p>
        <p className="small">
          <a href="/donor-protection">{t('shell.page-donor-protection')}</a>
        </p>
      </div>
      <FormResult title={t('donation-refund.title')} sent={actionData} forms={[form]} />
      {canAsk ? (
        <PageForm className="stack account-form">
          <TextArea {...form.control('reason')} label={t('donation-refund.reason')} rows={5} />
          <div className="button-row">
            <Button>{t('donation-refund.submit')}</Button>
            <a className="button button-quiet" href={pathOf(donation.id)}>
              {t('donation-refund.cancel')}
            </a>
          </div>
        </PageForm>
      ) : (
        <p className="notice">
          {t('donation-refund.not-possible')} <a href={pathOf(donation.id)}>{donation.campaign.name}</a>
        </p>
      )}
    </>
  )
}
