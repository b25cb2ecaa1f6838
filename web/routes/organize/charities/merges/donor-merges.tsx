import '#web/features/organizers/charity-donors/charity-donors.css'
import { DonorTotals } from '#web/features/organizers/charity-donors/donor-totals.tsx'
import { shortDay } from '#web/features/organizers/organizing/days.ts'
import { PostalAddressLines } from '#web/features/organizers/organizing/postal-address-lines.tsx'
import type { CharityDonorView } from '#modules/organizers/charity-donors/contract-donors.ts'
import { hidden } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForms } from '#web/kit/submit-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import type { Route } from './+types/donor-merges'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['organizers/charity-donors', 'recurring/faults']

const pair = { donationId: hidden, otherDonationId: hidden }
export const forms = { merge: pair, 'keep-apart': pair, undo: { mergeId: hidden } }
const done = {
  merged: 'charity-donors.merged',
  'kept-apart': 'charity-donors.kept-apart',
  undone: 'charity-donors.merge-undone',
} as const

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, params: { organizationId } }) => {
    const page = await api('GET /v4/organizations/:organizationId/donor-merges', { organizationId })
    const day = (date: string) => shortDay(date, locale, { withYear: true })
    const dated = (donor: CharityDonorView) => ({ ...donor, first: day(donor.firstOn), last: day(donor.lastOn) })
    return {
      ...page,
      proposals: page.proposals.map(({ first, second, reasons }) => ({
        first: dated(first),
        second: dated(second),
        reasons,
      })),
      decisions: page.decisions.map((decision) => ({ ...decision, day: day(decision.decidedOn) })),
    }
  })

export const action = (args: Route.ActionArgs) => {
  const { organizationId } = args.params
  return submitForms(args, forms, {
    merge: async (values, { api }) => {
      await api('POST /v4/organizations/:organizationId/donor-merges', { organizationId, ...values, isSame: true })
      return '?done=merged'
    },
    'keep-apart': async (values, { api }) => {
      await api('POST /v4/organizations/:organizationId/donor-merges', { organizationId, ...values, isSame: false })
      return '?done=kept-apart'
    },
    undo: async (values, { api }) => {
      await api('DELETE /v4/organizations/:organizationId/donor-merges/:mergeId', { organizationId, ...values })
      return '?done=undone'
    },
  })
}

/** Donors of a charity that look like the same person; a member of the team decides about each pair. */
export default function DonorMerges({
  loaderData: { proposals, decisions, hasMore },
  actionData,
  params: { organizationId },
}: Route.ComponentProps) {
  const t = useText()
  const path = `/organize/charities/${organizationId}/donors`
  const title = t('charity-donors.merges')
  return (
    <div className="stack-lg">
      <div className="stack">
        <p>
          <a href={path}>{t('charity-donors.all-donors')}</a>
        </p>
        <h1>{title}</h1>
        <p className="quiet">{t('charity-donors.merges-lead')}</p>
      </div>
      <FormResult title={title} sent={actionData} forms={[]} done={done} />
      {proposals.length === 0 ? <EmptyState title={t('charity-donors.no-merges')} /> : null}
      {proposals.map(({ first, second, reasons }) => (
        <article key={`${first.id}-${second.id}`} className="card card-in stack">
          <h2 dir="auto">{first.name ?? t('charity-donors.unnamed')}</h2>
          <p className="badges">
            {reasons.map((reason) => (
              <Badge key={reason}>{t(`charity-donors.same-${reason}`)}</Badge>
            ))}
          </p>
          <div className="charity-donors-pair">
            <PairedDonor path={path} donor={first} />
            <PairedDonor path={path} donor={second} />
          </div>
          <PageForm className="charity-donors-search">
            <input type="hidden" name="donationId" value={first.id} />
            <input type="hidden" name="otherDonationId" value={second.id} />
            <Button name="intent" value="merge">
              {t('charity-donors.merge')}
            </Button>
            <Button look="quiet" name="intent" value="keep-apart">
              {t('charity-donors.keep-apart')}
            </Button>
          </PageForm>
        </article>
      ))}
      {hasMore ? <p className="quiet">{t('charity-donors.more-merges')}</p> : null}
      {decisions.length > 0 ? (
        <section className="stack" aria-labelledby="decisions">
          <h2 id="decisions">{t('charity-donors.merge-decisions')}</h2>
          {decisions.map((decision) => (
            <div key={decision.id} className="row-apart">
              <div>
                <p>
                  <a href={`${path}/${decision.donationId}`}>
                    <bdi>{decision.name ?? t('charity-donors.unnamed')}</bdi>
                  </a>
                  {' · '}
                  <a href={`${path}/${decision.otherDonationId}`}>
                    <bdi>{decision.otherName ?? t('charity-donors.unnamed')}</bdi>
                  </a>
                </p>
                <p className="quiet small">
                  {t(decision.isSame ? 'charity-donors.decided-same' : 'charity-donors.decided-different')}
                  {' · '}
                  {decision.author ? <bdi>{decision.author}</bdi> : t('charity-donors.former-member')}
                  {' · '}
                  <bdi>{decision.day}</bdi>
                </p>
              </div>
              <PageForm>
                <input type="hidden" name="mergeId" value={decision.id} />
                <Button
                  look="quiet"
                  name="intent"
                  value="undo"
                  aria-label={t('charity-donors.undo-merge', {
                    name: `\u2068${decision.name ?? t('charity-donors.unnamed')}\u2069`,
                  })}
                >
                  {t('charity-donors.undo')}
                </Button>
              </PageForm>
            </div>
          ))}
        </section>
      ) : null}
    </div>
  )
}

type Loaded = Route.ComponentProps['loaderData']

/** One donor of a pair, with what the team may see. */
function PairedDonor({ path, donor }: { readonly path: string; readonly donor: Loaded['proposals'][number]['first'] }) {
  const t = useText()
  return (
    <dl className="lines">
      <dt>{t('charity-donors.donor')}</dt>
      <dd>
        <a href={`${path}/${donor.id}`}>
          <bdi>{donor.name ?? t('charity-donors.unnamed')}</bdi>
        </a>
      </dd>
      {donor.email ? (
        <>
          <dt>{t('charity-donors.email')}</dt>
          <dd dir="ltr">{donor.email}</dd>
        </>
      ) : null}
      {donor.phone ? (
        <>
          <dt>{t('charity-donors.phone')}</dt>
          <dd dir="ltr">{donor.phone}</dd>
        </>
      ) : null}
      {donor.address ? (
        <>
          <dt>{t('charity-donors.address')}</dt>
          <dd>
            <PostalAddressLines address={donor.address} />
          </dd>
        </>
      ) : null}
      <dt>{t('charity-donors.total')}</dt>
      <dd>
        <DonorTotals totals={donor.totals} />
      </dd>
      <dt>{t('charity-donors.count')}</dt>
      <dd>{donor.donations}</dd>
      <dt>{t('charity-donors.first')}</dt>
      <dd>{donor.first}</dd>
      <dt>{t('charity-donors.last')}</dt>
      <dd>{donor.last}</dd>
    </dl>
  )
}
