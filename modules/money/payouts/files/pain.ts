import { create } from 'xmlbuilder2'
import { money, toMajor } from '#shared/money.ts'
import type { BankFile } from './payment-order.ts'

/** The account that pays, with a printable name. */
export type Sender = { readonly name: string; readonly iban: string }

/**
 * Writes a SEPA credit transfer as pain.001.001.09 (payouts-12): one payment information block without batch booking,
 * to be executed on the day of its creation in UTC. Names must be printable.
 */
export function writePain({ reference, currency, createdAt, orders }: BankFile, sender: Sender): Buffer {
  const total = toMajor(
    money(
      orders.reduce((sum, { amount }) => sum + amount, 0n),
      currency,
    ),
  )
  const counts = { NbOfTxs: String(orders.length), CtrlSum: total }
  const document = create(
    { version: '1.0', encoding: 'UTF-8' },
    {
      Document: {
        '@xmlns': 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09',
        CstmrCdtTrfInitn: {
          GrpHdr: {
            MsgId: reference,
            CreDtTm: createdAt.toISOString().slice(0, 19),
            ...counts,
            InitgPty: { Nm: sender.name },
          },
          PmtInf: {
            PmtInfId: reference,
            PmtMtd: 'TRF',
            BtchBookg: 'false',
            ...counts,
            PmtTpInf: { SvcLvl: { Cd: 'SEPA' } },
            ReqdExctnDt: { Dt: createdAt.toISOString().slice(0, 10) },
            Dbtr: { Nm: sender.name },
            DbtrAcct: { Id: { IBAN: sender.iban } },
            DbtrAgt: { FinInstnId: { Othr: { Id: 'NOTPROVIDED' } } },
            ChrgBr: 'SLEV',
            CdtTrfTxInf: orders.map((order) => ({
              PmtId: { EndToEndId: order.reference },
              Amt: { InstdAmt: { '@Ccy': currency, '#': toMajor(money(order.amount, currency)) } },
              Cdtr: { Nm: order.name },
              CdtrAcct: { Id: { IBAN: order.iban } },
              RmtInf: { Ustrd: order.reference },
            })),
          },
        },
      },
    },
  )
  return Buffer.from(document.end({ prettyPrint: true }))
}
