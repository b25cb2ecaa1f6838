import type { FieldKey } from '#modules/platform/identity/index.ts'
import type { FlagPorts } from '#modules/platform/flags/index.ts'
import type { Db, Ports } from '#shared/ports.ts'
import type { SignOffs } from './rules/calculator/rule-sets.ts'
import type { ObligationSettings } from './settings.ts'

/** Ports of the zakat module besides the common ones. */
export type ZakatPorts = Ports &
  FlagPorts & {
    /** 32 bytes: encrypts answers and results at rest (zakat-23). */
    readonly fieldKey: FieldKey
    /**
     * Whether the account consents to its zakat data being stored; implemented by `privacy`, a module above this one.
     */
    readonly hasZakatConsent: (db: Db, accountId: string) => Promise<boolean>
    /** Whether prices are shown as demo prices of the day instead of with their own day (zakat-13). */
    readonly hasDemoMetalPrices: boolean
    /** Approvals of rule sets from the operator's configuration. */
    readonly zakatSignOffs: SignOffs
    /** Rates of zakat al-fitr, fidya and kaffarah from the operator's configuration. */
    readonly zakatObligations: ObligationSettings
  }
