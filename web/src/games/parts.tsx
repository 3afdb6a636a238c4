// Small parts that several boards draw.
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../ui/icons";
import { t } from "../words/words";

/** Pictures and figures for the eye, a sentence for the ear. */
export const Named = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <>
    <span class="visually-hidden">{name}</span>
    <span class="for-the-eye" aria-hidden="true">
      {children}
    </span>
  </>
);

/** A sign with what it means, for the pointer and for the ear. */
export function Titled(sign: { class?: string; title: string; children: ComponentChildren }) {
  return (
    <span class={sign.class} title={sign.title}>
      <Named name={sign.title}>{sign.children}</Named>{" "}
    </span>
  );
}

/** A step to and fro, with a picture or in words. */
export const Step = (step: { icon?: IconName; name: string; off?: boolean; press(): void }) => (
  <button
    type="button"
    aria-label={step.icon && step.name}
    title={step.icon && step.name}
    disabled={step.off}
    onClick={step.press}
  >
    {step.icon ? <Icon name={step.icon} /> : step.name}
  </button>
);

export const Close = ({ close }: { close(): void }) => (
  <button type="button" class="close" aria-label={t("dialog.close")} onClick={close}>
    <Icon name="close" />
  </button>
);

/** Leads to the rules. */
export const Explain = ({ label, press }: { label: string; press(): void }) => (
  <button type="button" class="explain" aria-label={label} onClick={press}>
    ?
  </button>
);

interface Row {
  class?: string;
  head: ComponentChildren;
  cells: ComponentChildren[];
}

const Cells = (row: Row) => (
  <tr class={row.class}>
    <th scope="row">{row.head}</th>
    {row.cells.map((cell, i) => (
      <td key={i}>{cell}</td>
    ))}
  </tr>
);

interface TableProps {
  class?: string;
  caption?: ComponentChildren;
  /** Of the columns; the first is above the rows' own headings. null: none. */
  heads: ComponentChildren[];
  rows: Row[];
  foot?: Row[];
}

/** Accounts: figures that add up, a heading for each row and column. */
export function Table({ class: name, caption, heads, rows, foot = [] }: TableProps) {
  return (
    <table class={name}>
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          {heads.map((head, i) =>
            head === null ? (
              <td key={i} />
            ) : (
              <th scope="col" key={i}>
                {head}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <Cells key={i} {...row} />
        ))}
      </tbody>
      <tfoot>
        {foot.map((row, i) => (
          <Cells key={i} {...row} />
        ))}
      </tfoot>
    </table>
  );
}
