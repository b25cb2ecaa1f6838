import { data, redirect } from 'react-router'
import { type Refusal, renderContext, type RenderContext } from '#server/pages/render-context.ts'
import { required } from '#shared/collections.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import { redirectIfNoAccess } from '../lib/access.ts'
import { postedText } from '../lib/form-values.ts'
import { redirectToLogin } from '../lib/login-urls.ts'
import { formWithin, postedForm } from '../lib/posted-form.ts'
import { type FormFields, namesToKeep, readFields, type ValuesOf, withoutSecrets } from './fields.ts'
import { ownerField, provedField, redirectToLogInAgain, redirectToProof, resumedField } from './log-in-again.ts'

/** The forms of a page by the value of their `intent`. */
export type Forms = Readonly<Record<string, FormFields>>

/** What a page shows after a submission that didn't redirect: what was typed, without secrets, and the refusal. */
export type Submitted<Intent, Fields extends FormFields, Result = never> = {
  readonly intent: Intent
  readonly values: Partial<ValuesOf<Fields>>
  readonly refused?: Refusal
  readonly result?: Result
}

/** A path to redirect to (`?done=saved` is the same page), a response, or a result to show on the page. */
type Outcome = string | Response | { readonly result: unknown }
type Handler<Fields extends FormFields> = (values: ValuesOf<Fields>, page: RenderContext) => Promise<Outcome>
type ResultOf<Of extends (...args: never) => Promise<unknown>> = Extract<
  Awaited<ReturnType<Of>>,
  { readonly result: unknown }
>['result']

type Args = { readonly request: Request; readonly context: { get(key: typeof renderContext): RenderContext } }
type Options<Intent> = {
  /** Decisions about money, roles or bank details: after another login they come back filled in. */
  readonly decisions?: readonly Intent[]
  /** For forms with files. A larger form is read as an empty one, which the API refuses. */
  readonly bytesMax?: number
}
type Answer<Data> = Promise<Response | ReturnType<typeof data<Data>>>

/**
 * The action of a page with one form, whose visitor has a session. Reads the fields, runs the handler and redirects. A
 * refused form is shown again; a missing session, second factor or recent proof redirects to the page that asks for it.
 * A session and a proof of identity keep the form and send it afterwards (ADR-0046).
 */
export const submitForm = <Fields extends FormFields, Of extends Handler<Fields>>(
  args: Args,
  fields: Fields,
  handler: Of & Handler<Fields>,
  options: Options<'form'> = {},
): Answer<Submitted<'form', Fields, ResultOf<Of>>> =>
  submit(args, { form: fields }, { form: handler as never }, options, () => 'form') as never

/** The action of a page with several forms. `intent` names the posted form, otherwise the answer is 400. */
export const submitForms = <Of extends Forms, Handlers extends { readonly [Intent in keyof Of]: Handler<Of[Intent]> }>(
  args: Args,
  forms: Of,
  handlers: Handlers & { readonly [Intent in keyof Of]: Handler<Of[Intent]> },
  options: Options<keyof Of & string> = {},
): Answer<{ [Intent in keyof Of]: Submitted<Intent, Of[Intent], ResultOf<Handlers[Intent]>> }[keyof Of]> =>
  submit(args, forms, handlers as never, options, (form) => postedText(form, 'intent', 100)) as never

async function submit(
  { context, request }: Args,
  forms: Forms,
  handlers: Readonly<Record<string, Handler<FormFields>>>,
  { decisions = [], bytesMax }: Options<string>,
  intentOf: (form: FormData) => string,
) {
  const page = context.get(renderContext)
  const form =
    bytesMax === undefined ? await postedForm(request) : ((await formWithin(request, bytesMax)) ?? new FormData())
  const intent = intentOf(form)
  const owner = postedText(form, ownerField, 40)
  const path = pathWithoutDone(request)
  if (owner === '' && !page.viewer.isSignedIn) return redirectToLogin(path)
  if (!Object.hasOwn(forms, intent)) throw data(null, { status: 400 })
  const fields = required(forms[intent])
  const hasSecrets = Object.values(fields).some(({ isSecret }) => isSecret)
  if (owner !== '' && owner !== page.viewer.id) return redirectToLogInAgain(path, namesToKeep(fields))
  const values = await readFields(fields, form)
  const submission = { intent, values: withoutSecrets(fields, values) }
  try {
    if (form.has(resumedField) && (hasSecrets || decisions.includes(intent)))
      throw new Problem('conflict', 'logged-in-again')
    if (form.has(provedField) && hasSecrets) throw new Problem('conflict', 'identity-confirmed')
    const outcome = await required(handlers[intent])(values, page)
    if (outcome instanceof Response) return outcome
    if (typeof outcome === 'string')
      return redirect(outcome.startsWith('/') ? outcome : pathOnly(request) + outcome, 303)
    return data({ ...submission, result: outcome.result })
  } catch (error) {
    if (!isProblem(error)) throw error
    if (error.code !== 'reauthentication-required' || owner === '') redirectIfNoAccess(error, path)
    // A form that was just sent again is shown instead, so that no redirect repeats.
    else if (!form.has(provedField)) return redirectToProof(path, namesToKeep(fields))
    const refused = page.refusalOf(error)
    return data({ ...submission, refused }, { status: refused.status })
  }
}

/** The path of the page. Only one slash remains at its start, because a browser takes `//name` for another host. */
const pathOnly = (request: Request): string => new URL(request.url).pathname.replace(/^\/+/, '/')

/** The path and query of the page, without its success message. */
function pathWithoutDone(request: Request): string {
  const query = new URL(request.url).searchParams
  query.delete('done')
  return pathOnly(request) + (query.size > 0 ? `?${query.toString()}` : '')
}
