import { admin, amina, demoPassword, reviewer, sana } from '#demo/accounts.ts'
import { yusuf } from '#demo/regular-giver.ts'

/** Returns the text that a demo prints after its start: logins, mailbox, API reference and test cards. */
export function demoGuide(input: {
  readonly origin: string
  /** Undefined without a sandbox provider. */
  readonly sandboxUrl: string | undefined
  /** Whether the database has the demo's accounts. */
  readonly hasDemo: boolean
}): string {
  const logins = input.hasDemo
    ? [
        `Password of all accounts: ${demoPassword}`,
        `${amina.email}  donor with three years of donations`,
        ...(input.sandboxUrl ? [`${yusuf.email}  donor with weekly, monthly and Ramadan plans`] : []),
        `${sana.email}   organizer`,
        `${admin.email}  staff`,
        `${reviewer.email}  staff, second reviewer of charities`,
      ]
    : []
  const cards = input.sandboxUrl
    ? [
        '4242 4242 4242 4242  succeeds',
        '4000 0027 6000 3184  requires 3-D Secure',
        '4000 0000 0000 0002  is declined',
        `any future date, any CVC; more at ${input.sandboxUrl}`,
      ]
    : []
  const sections: readonly [string, readonly string[]][] = [
    ['Logins', logins],
    ['Mail', [`${input.origin}/dev/mail`]],
    ['API reference', [`${input.origin}/docs/api`]],
    ['Test cards', cards],
    ['Stop', ['Ctrl+C']],
  ]
  const width = Math.max(...sections.map(([title]) => title.length)) + 2
  const lines = sections.flatMap(([title, values]) =>
    values.map((value, index) => `  ${(index === 0 ? title : '').padEnd(width)}${value}`),
  )
  return `\n${lines.join('\n')}\n`
}
