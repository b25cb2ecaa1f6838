import '#web/features/organizers/charity-donors/charity-donors.css'
import '#web/features/organizers/organizing/table.css'
import { telephoneLink } from '#shared/input/digits.ts'
import { noteMax, tagMax } from '#modules/organizers/charity-donors/rules/record-texts.ts'
import { DonationTable } from '#web/features/organizers/charity-donors/donation-table.tsx'
import { DonorTotals } from '#web/features/organizers/charity-donors/donor-totals.tsx'
import { PlanTable } from '#web/features/organizers/charity-donors/plan-table.tsx'
import { shownPlan } from '#web/features/organizers/charity-donors/shown-plan.ts'
import { shortDay } from '#web/features/organizers/organizing/days.ts'
import { PostalAddressLines } from '#web/features/organizers/organizing/postal-address-lines.tsx'
import { hidden, text, trimmed } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForms } from '#web/kit/submit-form.ts'
import { sentAs, viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextInput } from '#web/ui/field.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import type { Route } from './+types/donor'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['organizers/charity-donors', 'recurring/faults']

export const forms = {
  note: { text: text(noteMax) },
  'remove-note': { noteId: hidden },
  tag: { name: trimmed(tagMax) },
  'remove-tag': { name: hidden },
}
const done = {
  noted: 'charity-donors.noted',
  'note-removed': 'charity-donors.note-removed',
  tagged: 'charity-donors.tagged',
  'tag-removed': 'charity-donors.tag-removed',
} as const

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, params: { organizationId, donationId } }) => {
    const { donor, history, plans, notes } = await api('GET /v4/organizations/:organizationId/donors/:donationId', {
      organizationId,
      donationId,
    })
    const day = (date: string) => shortDay(date, locale, { withYear: true })
    return {
      donor: { ...donor, first: day(donor.firstOn), last: day(donor.lastOn) },
      history: history.map((donation) => ({ ...donation, day: day(donation.day) })),
      plans: plans.map((plan) => shownPlan(plan, day)),
      notes: notes.map((note) => ({ ...note, day: day(note.writtenOn) })),
    }
  })

export const action = (args: Route.ActionArgs) => {
  const { organizationId, donationId } = args.params
  const ids = { organizationId, donationId }
  return submitForms(args, forms, {
    note: async (values, { api }) => {
      await api('POST /v4/organizations/:organizationId/donors/:donationId/notes', { ...ids, ...values })
      return '?done=noted'
    },
    'remove-note': async (values, { api }) => {
      await api('DELETE /v4/organizations/:organizationId/donors/:donationId/notes/:noteId', { ...ids, ...values })
      return '?done=note-removed'
    },
    tag: async (values, { api }) => {
      await api('POST /v4/organizations/:organizationId/donors/:donationId/tags', { ...ids, ...values })
      return '?done=tagged'
    },
    'remove-tag': async (values, { api }) => {
      await api('DELETE /v4/organizations/:organizationId/donors/:donationId/tags', { ...ids, ...values })
      return '?done=tag-removed'
    },
  })
}

/** A donor of a charity: what they gave, their plans, and what the team noted. */
export default function CharityDonor({
  loaderData: { donor, history, plans, notes },
  actionData,
  params: { organizationId },
}: Route.ComponentProps) {
  const t = useText()
  const path = `/organize/charities/${organizationId}/donors`
  const name = donor.name ?? t('charity-donors.unnamed')
  const note = viewForm(forms.note, sentAs(actionData, 'note'))
  const tag = viewForm(forms.tag, sentAs(actionData, 'tag'))
  return (
    <div className="stack-lg">
      <div className="stack">
        <p>
          <a href={path}>{t('charity-donors.all-donors')}</a>
        </p>
        <h1 dir="auto">{name}</h1>
        <p className="badges">
          {donor.segments.map((segment) => (
            <Badge key={segment}>{t(`charity-donors.segment-${segment}`)}</Badge>
          ))}
        </p>
      </div>
      <FormResult title={name} sent={actionData} forms={[note, tag]} done={done} />
      <dl className="lines">
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
        {donor.place ? (
          <>
            <dt>{t('charity-donors.place')}</dt>
            <dd>
              <bdi>{donor.place}</bdi>
            </dd>
          </>
        ) : null}
        {donor.email ? (
          <>
            <dt>{t('charity-donors.email')}</dt>
            <dd>
              <a href={`mailto:${donor.email}`} dir="ltr">
                {donor.email}
              </a>
            </dd>
          </>
        ) : null}
        {donor.phone ? (
          <>
            <dt>{t('charity-donors.phone')}</dt>
            <dd>
              <a href={telephoneLink(donor.phone)} dir="ltr">
                {donor.phone}
              </a>
            </dd>
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
      </dl>
      <section className="stack" aria-labelledby="tags">
        <h2 id="tags">{t('charity-donors.tags')}</h2>
        {donor.tags.length > 0 ? (
          <ul className="charity-donors-tags">
            {donor.tags.map((own) => (
              <li key={own}>
                <Badge>
                  <bdi>{own}</bdi>
                </Badge>
                <PageForm>
                  <input type="hidden" name="name" value={own} />
                  <Button
                    look="quiet"
                    name="intent"
                    value="remove-tag"
                    aria-label={t('charity-donors.remove-tag', { tag: own })}
                  >
                    {t('charity-donors.remove')}
                  </Button>
                </PageForm>
              </li>
            ))}
          </ul>
        ) : null}
        <PageForm className="charity-donors-search">
          <TextInput {...tag.control('name')} label={t('charity-donors.new-tag')} autoComplete="off" />
          <Button look="quiet" name="intent" value="tag">
            {t('charity-donors.add-tag')}
          </Button>
        </PageForm>
      </section>
      <section className="stack" aria-labelledby="notes">
        <h2 id="notes">{t('charity-donors.notes')}</h2>
        <p className="quiet small">{t('charity-donors.notes-hint')}</p>
        {notes.map(({ id, text: body, author, day }) => (
          <article key={id} className="card card-in stack">
            <p className="charity-donors-note" dir="auto">
              {body}
            </p>
            <div className="row-apart">
              <p className="quiet small">
                {author ? <bdi>{author}</bdi> : t('charity-donors.former-member')}, <bdi>{day}</bdi>
              </p>
              <PageForm>
                <input type="hidden" name="noteId" value={id} />
                <Button look="quiet" name="intent" value="remove-note" aria-label={t('charity-donors.remove-note')}>
                  {t('charity-donors.remove')}
                </Button>
              </PageForm>
            </div>
          </article>
        ))}
        <PageForm className="stack">
          <TextArea {...note.control('text')} label={t('charity-donors.new-note')} rows={3} />
          <p>
            <Button name="intent" value="note">
              {t('charity-donors.add-note')}
            </Button>
          </p>
        </PageForm>
      </section>
      {plans.length > 0 ? (
        <section className="stack" aria-labelledby="plans">
          <h2 id="plans">{t('charity-donors.plans')}</h2>
          <PlanTable label={t('charity-donors.plans')} plans={plans} />
        </section>
      ) : null}
      <section className="stack" aria-labelledby="history">
        <h2 id="history">{t('charity-donors.donations')}</h2>
        <DonationTable label={t('charity-donors.donations')} donations={history} />
      </section>
    </div>
  )
}
