import { PageForm } from '#web/kit/page-form.tsx'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'

/** Deletes a list or an event after a confirmation; the link works without JavaScript. */
export function DeleteCollection({
  kind,
  title,
  here,
  isAsked,
}: {
  readonly kind: 'list' | 'event'
  readonly title: string
  readonly here: string
  readonly isAsked: boolean
}) {
  const t = useText()
  return isAsked ? (
    <PageForm action={here} id="delete" className="notice notice-problem stack">
      <p className="strong">{t('curating.delete-question', { title: `\u2068${title}\u2069` })}</p>
      <p className="small">{t('curating.delete-text')}</p>
      <div className="columns">
        <a className="button button-quiet" href={here}>
          {t('curating.keep')}
        </a>
        <Button look="danger" name="intent" value="delete">
          {t('curating.delete-yes')}
        </Button>
      </div>
    </PageForm>
  ) : (
    <p>
      <a className="link-button" href={`${here}?delete=1#delete`}>
        {t(`curating.delete-${kind}`)}
      </a>
    </p>
  )
}
