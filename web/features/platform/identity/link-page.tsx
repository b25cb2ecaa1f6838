/**
 * The page of an emailed link: a question and a button. Opening the page changes nothing, because email programs open
 * links by themselves.
 */
export function LinkPage({
  title,
  lead,
  code,
  submit,
}: {
  readonly title: string
  readonly lead: string
  readonly code: string
  readonly submit: string
}) {
  return (
    <div className="page narrow-page stack-lg">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <div className="stack">
        <h1>{title}</h1>
        <p>{lead}</p>
      </div>
      <form method="post">
        <input type="hidden" name="code" value={code} />
        <button className="button button-primary button-wide">{submit}</button>
      </form>
    </div>
  )
}
