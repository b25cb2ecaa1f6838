import '#web/features/organizers/charity-donors/charity-donors.css'
import '#web/features/organizers/organizing/table.css'
import { letterMax, subjectMax } from '#modules/organizers/charity-donors/rules/letter.ts'
import { segments } from '#modules/organizers/charity-donors/rules/segments.ts'
import { shortDay } from '#web/features/organizers/organizing/days.ts'
import { choice, hidden, text, trimmed } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForms } from '#web/kit/submit-form.ts'
import { sentAs, viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select, TextArea, TextInput } from '#web/ui/field.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import type { Route } from './+types/letters'
import type { Namespaces } from '#web/lib/namespace-lists.ts'
import { DoneNotice } from '#web/ui/result-notice.tsx'

export const namespaces: Namespaces = ['organizers/charity-donors', 'recurring/faults']

const fields = {
  segment: choice(segments, 'first-time'),
  fundraiser: hidden,
  subject: trimmed(subjectMax),
  body: text(letterMax),
}
/** Both buttons send the same letter: one counts its recipients, the other sends it. */
export const forms = { count: fields, send: fields }

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, params: { organizationId } }) => {
    const { nextOn, letters, ...page } = await api('GET /v4/organizations/:organizationId/letters', { organizationId })
    const day = (date: string) => shortDay(date, locale, { withYear: true })
    return {
      ...page,
      next: nextOn && day(nextOn),
      letters: letters.map((letter) => ({ ...letter, day: day(letter.sentOn) })),
    }
  })

export const action = (args: Route.ActionArgs) => {
  const { organizationId } = args.params
  return submitForms(args, forms, {
    count: async (letter, { api }) => ({
      result: await api('POST /v4/organizations/:organizationId/letters/recipients', { organizationId, ...letter }),
    }),
    send: async (letter, { api }) => {
      await api('POST /v4/organizations/:organizationId/letters', { organizationId, ...letter })
      return '?done=sent'
    },
  })
}

/** A letter to a segment of a charity's donors, and those that were sent. */
export default function CharityLetters({
  loaderData: { charity, fundraisers, next, letters },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const title = t('own-charity.letters')
  const form = viewForm(fields, actionData)
  const counted = sentAs(actionData, 'count')?.result
  const canWrite = next === null && fundraisers.length > 0
  return (
    <div className="stack-lg">
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('charity-donors.letters-lead', { charity: `\u2068${charity.name}\u2069` })}</p>
      </div>
      <FormResult title={title} sent={actionData} forms={[form]} done={{ sent: 'charity-donors.letter-sent' }} />
      {next === null ? null : <p className="notice">{t('charity-donors.letter-next', { date: next })}</p>}
      {fundraisers.length === 0 ? <p className="quiet">{t('charity-donors.letter-no-fundraisers')}</p> : null}
      {counted ? <DoneNotice>{t('charity-donors.letter-recipients', { count: counted.recipients })}</DoneNotice> : null}
      {canWrite ? (
        <PageForm className="account-form stack" noValidate>
          <Select {...form.control('segment')} label={t('charity-donors.letter-to')}>
            {segments.map((segment) => (
              <option key={segment} value={segment}>
                {t(`charity-donors.segment-${segment}`)}
              </option>
            ))}
          </Select>
          <Select {...form.control('fundraiser')} label={t('charity-donors.letter-fundraiser')}>
            {fundraisers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          <TextInput {...form.control('subject')} label={t('charity-donors.letter-subject')} autoComplete="off" />
          <TextArea
            {...form.control('body')}
            label={t('charity-donors.letter-text')}
            hint={t('charity-donors.letter-hint')}
            rows={10}
          />
          <p className="button-row">
            <Button look="quiet" name="intent" value="count">
              {t('charity-donors.letter-count')}
            </Button>
            <Button name="intent" value="send">
              {t('charity-donors.letter-send')}
            </Button>
          </p>
        </PageForm>
      ) : null}
      {letters.length > 0 ? (
        <section className="stack" aria-labelledby="sent-letters">
          <h2 id="sent-letters">{t('charity-donors.letters-sent')}</h2>
          <ScrollRegion label={t('charity-donors.letters-sent')}>
            <table className="table table-cards">
              <thead>
                <tr>
                  <th scope="col">{t('charity-donors.letter-subject')}</th>
                  <th scope="col">{t('charity-donors.day')}</th>
                  <th scope="col">{t('charity-donors.segment')}</th>
                  <th scope="col">{t('charity-donors.fundraiser')}</th>
                  <th scope="col">{t('charity-donors.mails')}</th>
                </tr>
              </thead>
              <tbody>
                {letters.map((letter) => (
                  <tr key={letter.id}>
                    <th scope="row">
                      <bdi>{letter.subject}</bdi>
                    </th>
                    <td data-label={t('charity-donors.day')}>
                      <bdi>{letter.day}</bdi>
                    </td>
                    <td data-label={t('charity-donors.segment')}>{t(`charity-donors.segment-${letter.segment}`)}</td>
                    <td data-label={t('charity-donors.fundraiser')}>
                      <bdi>{letter.campaign}</bdi>
                    </td>
                    <td data-label={t('charity-donors.mails')}>
                      {letter.isSending ? (
                        <Badge>{t('charity-donors.letter-sending')}</Badge>
                      ) : (
                        t('charity-donors.letter-mailed', { count: letter.mailed })
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        </section>
      ) : null}
    </div>
  )
}
