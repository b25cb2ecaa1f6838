import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { useLocale, useText } from '#web/lib/text.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import { dayOf } from '#web/features/causes/campaigns/day.ts'

type Words = OutputOf<ProductContract, 'GET /v4/campaigns/:campaignId/comments/all'>['comments']

/** Words of support with the organizers' actions. */
export const WordsModeration = ({ words, page }: { readonly words: Words; readonly page: number }) => (
  <ul className="comment-rows">
    {words.map((word) => (
      <One key={word.id} words={word} page={page} />
    ))}
  </ul>
)

function One({ words, page }: { readonly words: Words[number]; readonly page: number }) {
  const t = useText()
  const locale = useLocale()
  const name = words.userDisplayName || t('comments.anonymous')
  const hidden = (
    <>
      <input type="hidden" name="comment" value={words.id} />
      <input type="hidden" name="page" value={page} />
    </>
  )
  return (
    <li className="card card-in stack">
      <p className="comment-row-head">
        <bdi className="strong">{name}</bdi>
        <span className="quiet small">
          {words.userDisplayLocation ? (
            <>
              <bdi>{words.userDisplayLocation}</bdi>
              {' · '}
            </>
          ) : null}
          <bdi>{dayOf(words.createdAt, locale)}</bdi>
        </span>
        <Badge look={words.state === 'public' ? 'brand' : 'accent'}>
          {t(words.hiddenBy === 'staff' ? 'comments.hidden-by-staff' : `comments.state-${words.state}`)}
        </Badge>
      </p>
      <p className="comment-row-text" dir="auto">
        {words.comment}
      </p>
      {words.hiddenReason ? (
        <p className="quiet small" dir="auto">
          {t('comments.because', { reason: `\u2068${words.hiddenReason}\u2069` })}
        </p>
      ) : null}
      {words.hiddenBy === 'organizer' ? (
        <PageForm>
          {hidden}
          <button name="intent" value="show" className="button button-quiet">
            {t('comments.show')}
            <span className="visually-hidden">: {name}</span>
          </button>
        </PageForm>
      ) : null}
      {words.hiddenBy === null ? (
        <details className="comment-hide">
          <summary>
            {t('comments.hide')}
            <span className="visually-hidden">: {name}</span>
          </summary>
          <PageForm className="stack">
            {hidden}
            <TextInput id={`reason-${words.id}`} name="reason" label={t('comments.reason')} maxLength={500} />
            <p>
              <button name="intent" value="hide" className="button button-danger">
                {t('comments.hide')}
              </button>
            </p>
          </PageForm>
        </details>
      ) : null}
    </li>
  )
}
