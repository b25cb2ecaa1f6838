import { checkLines, type Checks } from '#modules/causes/organizations/rules/registration.ts'
import { requestDecisions } from '#modules/causes/organizations/rules/verification-request.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { SecondPersonHint } from '#web/ui/second-person-hint.tsx'
import { postedText } from '#web/lib/form-values.ts'
import { useText } from '#web/lib/text.tsx'
import type { CasePage } from './decision-form.tsx'

type Charity = NonNullable<CasePage['charity']>

/** Reads the checklist and the recommendation in a posted form. */
export function postedChecks(form: FormData) {
  const checks: Checks = Object.fromEntries(
    checkLines.flatMap((line) => {
      const answer = postedText(form, `check-${line}`, 3)
      return answer === 'yes' || answer === 'no' ? [[line, answer]] : []
    }),
  )
  const recommendation =
    requestDecisions.find((requestDecision) => requestDecision === postedText(form, 'recommendation', 10)) ?? 'return'
  return { checks, recommendation }
}

/** The basis of the decision about a charity: documents, name screening and the checklist of its country. */
export function CharityCase({
  found,
  errors = {},
}: {
  readonly found: Pick<CasePage, 'id' | 'seen' | 'state' | 'charity'>
  readonly errors?: Readonly<Record<string, string>> | undefined
}) {
  const t = useText()
  const { charity } = found
  if (!charity) return null
  return (
    <>
      <section className="stack" aria-labelledby="documents">
        <h2 id="documents">{t('case.documents')}</h2>
        <ul className="desk-evidence">
          {charity.documents.map(({ id, kind, name }) => (
            <li key={id}>
              <p>
                <a className="tap-link" href={`/v4/staff/cases/${found.id}/documents/${id}`} dir="auto">
                  {name}
                </a>{' '}
                <span className="quiet small">{t(`own-charity.document-${kind}`)}</span>
              </p>
            </li>
          ))}
        </ul>
      </section>
      <WaitingPages pages={charity.pages} />
      <Screening charity={charity} />
      {found.state === 'open' ? <Checklist found={found} charity={charity} errors={errors} /> : null}
    </>
  )
}

/** The hosted pages that the verification will publish, with everything that donors would read. */
function WaitingPages({ pages }: Pick<Charity, 'pages'>) {
  const t = useText()
  if (pages.length === 0) return null
  return (
    <section className="stack" aria-labelledby="pages">
      <h2 id="pages">{t('case.pages')}</h2>
      <p className="quiet">{t('case.pages-lead')}</p>
      {pages.map(({ id, title, language, tagline, description, levels, pictures, links }) => (
        <article key={id} className="card">
          <div className="card-in stack">
            <div className="stack" lang={language}>
              <h3 dir="auto">{title}</h3>
              {[tagline, description, ...levels.flatMap((level) => [level.title, level.description])]
                .filter((text) => text !== '')
                .map((text, place) => (
                  <p key={place} className="desk-compared-text" dir="auto">
                    {text}
                  </p>
                ))}
            </div>
            {pictures.map(({ url, alt }) => (
              <img key={url} className="desk-picture" src={`${url}&w=480`} alt={alt} width="480" height="270" />
            ))}
            {links.length > 0 ? (
              <ul>
                {links.map((link) => (
                  <li key={link}>
                    <a href={link} rel="noopener noreferrer nofollow ugc" dir="ltr">
                      {link}
                    </a>
                  </li>
                ))}
              </ul>
            ) : null}
          </div>
        </article>
      ))}
    </section>
  )
}

/** Names on screening lists similar to the charity's; each match is decided in a case of its own. */
function Screening({ charity }: { readonly charity: Charity }) {
  const t = useText()
  return (
    <section className="stack" aria-labelledby="screening">
      <h2 id="screening">{t('case.screening')}</h2>
      {charity.matches.length === 0 ? (
        <p className={charity.screening === 'not-screened' ? 'notice' : 'quiet'}>
          {t(charity.screening === 'not-screened' ? 'case.screening-not-screened' : 'case.screening-clear')}
        </p>
      ) : (
        <ul className="stack">
          {charity.matches.map(({ id, screenedName, names, state }) => (
            <li key={id}>
              {t('case.match', {
                name: `\u2068${screenedName}\u2069`,
                listed: `\u2068${names.join(' / ')}\u2069`,
              })}{' '}
              {state === 'open' ? (
                <a className="tap-link" href="/staff?kind=match">
                  {t('case.match-open')}
                </a>
              ) : (
                <span className="strong">{t(`case.match-${state}`)}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The checklist of the country. One person completes it, another confirms it or sends it back. */
function Checklist({
  found,
  charity,
  errors,
}: {
  readonly found: Pick<CasePage, 'seen'>
  readonly charity: Charity
  readonly errors: Readonly<Record<string, string>>
}) {
  const t = useText()
  const { checked } = charity
  return (
    <section className="stack" aria-labelledby="checklist">
      <h2 id="checklist">{t('case.checklist')}</h2>
      <p className="quiet">{t(charity.approvals === 2 ? 'case.checklist-lead' : 'case.checklist-lead-one')}</p>
      {checked ? (
        <div className="notice stack">
          <p>
            {t('case.checked-by', {
              name: `\u2068${checked.by}\u2069`,
              decision: t(`case.do-${checked.recommendation}`),
            })}
          </p>
          {checked.isOwn && charity.approvals === 2 ? (
            <>
              <p>{t('case.check-yours')}</p>
              <SecondPersonHint />
            </>
          ) : (
            <PageForm>
              <button className="button button-quiet" name="intent" value="uncheck">
                {t('case.send-back')}
              </button>
            </PageForm>
          )}
        </div>
      ) : null}
      <PageForm className="stack account-form" noValidate>
        <input type="hidden" name="seen" value={found.seen} />
        {charity.checklist.map(({ line, answer }) => {
          const error = errors[`checks.${line}`]
          return (
            <fieldset
              key={line}
              className="group"
              id={`checks.${line}`}
              tabIndex={-1}
              aria-describedby={error ? `checks.${line}-error` : undefined}
            >
              <legend>{t(`case.check-${line}`)}</legend>
              {error ? (
                <p className="error" id={`checks.${line}-error`}>
                  {error}
                </p>
              ) : null}
              <div className="button-row">
                {(['yes', 'no'] as const).map((option) => (
                  <label key={option} className="check">
                    <input type="radio" name={`check-${line}`} value={option} defaultChecked={answer === option} />
                    <span>{t(`case.check-${option}`)}</span>
                  </label>
                ))}
              </div>
            </fieldset>
          )
        })}
        <fieldset className="group" id="recommendation" tabIndex={-1}>
          <legend>{t('case.recommendation')}</legend>
          {errors.recommendation ? <p className="error">{errors.recommendation}</p> : null}
          {requestDecisions.map((requestDecision) => (
            <label key={requestDecision} className="check">
              <input
                type="radio"
                name="recommendation"
                value={requestDecision}
                defaultChecked={(checked?.recommendation ?? 'verify') === requestDecision}
              />
              <span>{t(`case.do-${requestDecision}`)}</span>
            </label>
          ))}
        </fieldset>
        <p>
          <button className="button button-quiet" name="intent" value="check">
            {t('case.check-save')}
          </button>
        </p>
      </PageForm>
    </section>
  )
}
