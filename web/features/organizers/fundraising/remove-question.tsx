import { PageForm } from '#web/kit/page-form.tsx'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'

type Props = {
  readonly question: string
  readonly text: string
  /** The hidden field that names the item to remove. */
  readonly name: string
  readonly value: string
  /** The page that receives the form, and the target of "no". */
  readonly here: string
}

/** Asks whether to remove one item of a list. */
export function RemoveQuestion({ question, text, name, value, here }: Props) {
  const t = useText()
  return (
    <PageForm action={here} className="notice stack">
      <p className="strong">{question}</p>
      <p className="small">{text}</p>
      <input type="hidden" name={name} value={value} />
      <div className="columns">
        <a className="button button-quiet" href={here}>
          {t('fundraising.no')}
        </a>
        <Button look="danger" name="intent" value="remove">
          {t('fundraising.yes-remove')}
        </Button>
      </div>
    </PageForm>
  )
}
