import type { Form } from './kinds.ts'

/** A value of a setting; objects occur only in mobile_app_integrations.apps. */
export type SettingValue = string | number | { readonly [key: string]: SettingValue }

/** The settings of one section by key, in the catalog's order. */
export type Settings = { readonly [key: string]: SettingValue }

/** The declaration of a setting. Without a form, it describes this server and can be neither changed nor seen. */
export type SettingEntry = {
  readonly default: SettingValue
  readonly label: string
  readonly form?: Form
  /** Shown below the label. */
  readonly help?: string
  /** How the values of a choice or a number are shown. */
  readonly words?: Readonly<Record<string | number, string>>
  /** Applies only while another setting of the same section is on, or has one of these values. */
  readonly when?: { readonly key: string; readonly is?: readonly string[] }
  /** Our own setting, which the vendor's API does not have, so effective settings do not show it. */
  readonly ours?: true
  /** Pay depends on it, so a change takes effect from a date; see dated_settings.ts. */
  readonly dated?: true
}

/** Declares a setting; without a form it cannot be changed. */
export const entry = <const D extends SettingValue>(
  label: string,
  initial: D,
  form?: Form,
  more: Pick<SettingEntry, 'help' | 'words' | 'when' | 'ours' | 'dated'> = {},
): SettingEntry & { readonly default: D } => ({ default: initial, label, ...(form && { form }), ...more })
