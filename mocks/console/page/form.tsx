// A button that opens a form in a dialog.

import { useState } from 'preact/hooks'
import { keepFocus } from './focus.ts'

export interface Field {
  readonly label: string
  readonly initial?: string
  readonly placeholder?: string
  readonly isOptional?: boolean
  /** True for several lines. */
  readonly isLong?: boolean
  /** The values to choose from, with their titles. */
  readonly values?: Readonly<Record<string, string>>
}

interface Props<Name extends string> {
  /** The text of the button, and the title of the dialog. */
  readonly title: string
  readonly fields: Readonly<Record<Name, Field>>
  /** Acts with the values of the fields. The dialog closes if it resolves with true. */
  readonly onSubmit: (values: Readonly<Record<Name, string>>) => Promise<boolean>
}

export function FormButton<Name extends string>(props: Props<Name>) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => {
    setIsOpen(false)
    keepFocus()
  }
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        {props.title}
      </button>
      {isOpen && <Dialog {...props} onClose={close} />}
    </>
  )
}

function Dialog<Name extends string>({
  title,
  fields,
  onSubmit,
  onClose,
}: Props<Name> & { readonly onClose: () => void }) {
  const all = Object.entries(fields) as [Name, Field][]
  const [values, setValues] = useState(
    Object.fromEntries(
      all.map(([name, { initial, values = {} }]) => [
        name,
        initial ?? Object.keys(values)[0] ?? '',
      ]),
    ) as Record<Name, string>,
  )
  const set = (name: Name, value: string) => setValues((now) => ({ ...now, [name]: value }))
  return (
    <dialog
      class="help"
      aria-label={title}
      ref={(dialog) => {
        if (dialog && !dialog.open) dialog.showModal()
      }}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void onSubmit(values).then((isDone) => isDone && onClose())
        }}
      >
        <h2>{title}</h2>
        {all.map(([name, { label, placeholder, isOptional = false, isLong, values: choices }]) => (
          <label class="field" key={name}>
            <span>{label}</span>
            {choices ? (
              <select
                value={values[name]}
                onChange={({ currentTarget }) => set(name, currentTarget.value)}
              >
                {Object.entries(choices).map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </select>
            ) : isLong ? (
              <textarea
                rows={4}
                placeholder={placeholder}
                value={values[name]}
                onInput={({ currentTarget }) => set(name, currentTarget.value)}
              />
            ) : (
              <input
                required={!isOptional}
                placeholder={placeholder}
                value={values[name]}
                onInput={({ currentTarget }) => set(name, currentTarget.value)}
              />
            )}
          </label>
        ))}
        <div class="actions">
          <button type="submit" class="is-primary">
            {title}
          </button>
          <button
            type="button"
            onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
          >
            Close
          </button>
        </div>
      </form>
    </dialog>
  )
}

/** Returns the headers in lines such as `Svc-Delay: 1h`. */
export const headersIn = (lines: string): Record<string, string> =>
  Object.fromEntries(
    lines.split('\n').flatMap((line) => {
      const [, name, value] = /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? []
      return name === undefined ? [] : [[name, value!]]
    }),
  )
