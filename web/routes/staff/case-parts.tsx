import { ComparedTexts } from '#web/features/trust/moderation/compared.tsx'
import { DecisionForm } from '#web/features/trust/moderation/decision-form.tsx'
import { FundraiserCase } from '#web/features/trust/moderation/fundraiser-case.tsx'
import { MatchCase } from '#web/features/trust/moderation/match-case.tsx'
import { megabytes } from '#web/features/trust/moderation/megabytes.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'
import type { Route } from './+types/case'

type Data = Route.ComponentProps['loaderData']
type Found = Data['found']

/** Takes the case, releases it or assigns it to a colleague. */
export function Assignee({
  found,
  isMine,
  isAssignOpen,
  error,
}: {
  readonly found: Found
  readonly isMine: boolean
  readonly isAssignOpen: boolean
  readonly error: string | undefined
}) {
  const t = useText()
  return (
    <div className="review-assign">
      <PageForm>
        <Button className="button-small" look="quiet" name="intent" value={isMine ? 'unassign' : 'claim'}>
          {t(isMine ? 'case.unassign' : 'case.claim')}
        </Button>
      </PageForm>
      {found.colleagues.length > 0 ? (
        <details open={isAssignOpen}>
          <summary>{t('case.assign')}</summary>
          <PageForm className="stack account-form" noValidate>
            <Select id="to" label={t('case.assign-to')} hint={t('case.assign-hint')} defaultValue="" error={error}>
              <option value="">{t('case.assign-choose')}</option>
              {found.colleagues.map(({ id, name }) => (
                <option key={id} value={id} disabled={id === found.assignee?.id}>
                  {name}
                </option>
              ))}
            </Select>
            <button className="button button-quiet" name="intent" value="assign">
              {t('case.assign-submit')}
            </button>
          </PageForm>
        </details>
      ) : null}
    </div>
  )
}

/** The subject of the case, as its kind needs it. */
export function Subject({ found, texts }: Pick<Data, 'found' | 'texts'>) {
  if (found.match) return <MatchCase match={found.match} href={found.subject?.href ?? null} />
  if (found.fundraiser) return <FundraiserCase submitted={found.fundraiser} />
  return <SubjectTexts found={found} texts={texts} />
}

/** The changed texts, and the links of a zakat request. */
function SubjectTexts({ found, texts }: Pick<Data, 'found' | 'texts'>) {
  const t = useText()
  return (
    <section className="stack" aria-labelledby="what">
      <h2 id="what">{t('case.what')}</h2>
      {found.subject?.href ? (
        <p>
          <a href={found.subject.href}>{t('case.see-page')}</a>
        </p>
      ) : null}
      {found.subject ? null : <p className="notice">{t('case.subject-resolved')}</p>}
      <ComparedTexts texts={texts} language={found.language} />
      {found.zakat && found.zakat.links.length > 0 ? (
        <ul>
          {found.zakat.links.map((link) => (
            <li key={link}>
              <a href={link} rel="noopener noreferrer nofollow ugc" dir="ltr">
                {link}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

/** The files of a zakat request. */
export function Evidence({ found }: { readonly found: Found }) {
  const t = useText()
  return (
    <section className="stack" aria-labelledby="evidence">
      <h2 id="evidence">{t('case.evidence')}</h2>
      <ul className="desk-evidence">
        {found.evidence.map(({ id, kind, bytes, description }) => (
          <li key={id}>
            <p>
              <a
                className="tap-link"
                href={`/v4/staff/cases/${found.id}/evidence/${id}`}
                lang={found.language}
                dir="auto"
              >
                {description}
              </a>{' '}
              <span className="quiet small">{t(`case.evidence-kind-${kind}`, { size: megabytes(bytes) })}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The decision, or the form to make it. */
export function Decision({
  found,
  chosen,
  choose,
  posted,
}: {
  readonly found: Found
  readonly chosen: string
  readonly choose: (decision: string) => void
  readonly posted: Route.ComponentProps['actionData']
}) {
  const t = useText()
  return (
    <section className="card card-in stack review-decision" aria-labelledby="decide">
      <h2 id="decide">{t('case.decide')}</h2>
      {found.decided ? (
        <Decided found={found} by={found.decided} />
      ) : (
        <DecisionForm
          page={found}
          chosen={chosen}
          choose={choose}
          typed={posted?.intent === 'decide' ? posted.typed : undefined}
          errors={posted && posted.intent !== 'note' ? posted.refused.fields : {}}
        />
      )}
    </section>
  )
}

/** The decision, with a form to undo it if possible. */
function Decided({ found, by }: { readonly found: Found; readonly by: NonNullable<Found['decided']> }) {
  const t = useText()
  return (
    <>
      <p>
        {t('queue.decided', {
          name: `\u2068${by.by}\u2069`,
          decision: t(`case.do-${by.decision}` as MessageKey),
        })}
      </p>
      <p className="desk-compared-text" dir="auto">
        {by.reason}
      </p>
      {found.isPausedByStaff ? (
        <PageForm className="stack">
          <p className="notice">{t('case.paused-by-staff')}</p>
          <p>
            <Button look="quiet" name="intent" value="resume">
              {t('case.resume')}
            </Button>
          </p>
        </PageForm>
      ) : null}
      {found.isHidden ? (
        <PageForm className="stack">
          <p className="notice">{t('case.hidden')}</p>
          <input type="hidden" name="seen" value={found.seen} />
          <p>
            <Button look="quiet" name="intent" value="restore-words">
              {t('case.restore-words')}
            </Button>
          </p>
        </PageForm>
      ) : null}
    </>
  )
}
