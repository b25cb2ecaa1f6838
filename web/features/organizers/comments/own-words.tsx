import { useText } from '#web/lib/text.tsx'
import { TextArea } from '#web/ui/field.tsx'

type Props = {
  readonly words: { readonly comment: string; readonly state: 'public' | 'in-review' | 'hidden' } | null
  readonly isAnonymous: boolean
  readonly done: 'saved' | 'deleted' | null
  readonly refused: { readonly typed: string; readonly wrong: string } | null
}

/** The donor's own words of support: write, edit or delete them, with plain forms. */
export function OwnWords({ words, isAnonymous, done, refused }: Props) {
  const t = useText()
  return (
    <section className="stack" aria-labelledby="words">
      <h2 id="words">{t('comments.own-title')}</h2>
      {done ? (
        <p className="notice" role="status">
          {t(`comments.own-${done}`)}
        </p>
      ) : null}
      {words?.state === 'in-review' || words?.state === 'hidden' ? (
        <p className="notice">{t(`comments.own-${words.state}`)}</p>
      ) : null}
      {words ? null : <p className="quiet">{t('comments.own-none')}</p>}
      {isAnonymous ? <p className="quiet small">{t('comments.own-anonymous')}</p> : null}
      <form method="post" className="stack">
        <TextArea
          id="words-typed"
          name="words"
          label={t('comments.own-label')}
          maxLength={1000}
          defaultValue={refused?.typed ?? words?.comment ?? ''}
          error={refused?.wrong}
        />
        <p>
          <button name="intent" value="words" className="button button-quiet">
            {t('comments.own-save')}
          </button>
        </p>
      </form>
      {words ? (
        <details>
          <summary>{t('comments.own-delete')}</summary>
          <form method="post" className="stack">
            <p>{t('comments.own-delete-confirm')}</p>
            <p>
              <button name="intent" value="words-delete" className="button button-danger">
                {t('comments.own-delete-yes')}
              </button>
            </p>
          </form>
        </details>
      ) : null}
    </section>
  )
}
