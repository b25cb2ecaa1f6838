type Props = { readonly problem: string | undefined; readonly done: string | undefined }

/** Shows the error of a submitted form, otherwise its success message. */
export function ResultNotice({ problem, done }: Props) {
  if (problem !== undefined)
    return (
      <p className="notice notice-problem" role="alert">
        {problem}
      </p>
    )
  if (done === undefined) return null
  return (
    <p className="notice" role="status">
      {done}
    </p>
  )
}
