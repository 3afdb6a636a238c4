// Who one is to this server: a guest's name, a password that makes it last, leaving.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { API } from "../model/api";
import {
  change,
  findMe,
  login,
  logout,
  me,
  needMe,
  type OwnBot,
  ownBots,
  remove,
  removeBot,
  setPassword,
} from "../model/me";
import { ask } from "../ui/dialog";
import { explain } from "../ui/refusals";
import { Icon } from "../ui/icons";
import { t } from "../words/words";
import { SiteHead } from "./home";

function Form(props: {
  title: string;
  does: string;
  send(form: FormData): Promise<unknown>;
  children: ComponentChildren;
}) {
  const state = useSignal<{ text: string; good: boolean } | null>(null);
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    try {
      await props.send(new FormData(event.target as HTMLFormElement));
      state.value = { text: t("account.done"), good: true };
    } catch (error) {
      state.value = { text: explain(error), good: false };
    }
  };
  return (
    <form class="card" onSubmit={(event) => void send(event as SubmitEvent)}>
      <h2>{props.title}</h2>
      {props.children}
      {state.value && (
        <p class={state.value.good ? "good" : "refusal"} role="alert">
          {state.value.text}
        </p>
      )}
      <button type="submit" class="do">
        {props.does}
      </button>
    </form>
  );
}

function Field(props: {
  label: string;
  name: string;
  kind?: string;
  fill: string;
  least?: number;
  value?: string;
}) {
  return (
    <label class="field">
      {props.label}
      <input
        required
        name={props.name}
        type={props.kind ?? "text"}
        autocomplete={props.fill as "username"}
        minLength={props.least ?? 1}
        maxLength={props.kind ? 200 : 30}
        defaultValue={props.value ?? ""}
      />
    </label>
  );
}

const text = (form: FormData, name: string): string => String(form.get(name) ?? "").trim();

function Login() {
  return (
    <Form
      title={t("account.login")}
      does={t("account.login")}
      send={(form) => login(text(form, "name"), String(form.get("password")))}
    >
      <Field label={t("account.name")} name="name" fill="username" />
      <Field
        label={t("account.password")}
        name="password"
        kind="password"
        fill="current-password"
      />
    </Form>
  );
}

/** Only for those who have any: they are made by programs. */
function Bots(props: { problem(error: unknown): void }) {
  const bots = useSignal<OwnBot[]>([]);
  const look = (): Promise<unknown> => ownBots().then((found) => (bots.value = found));
  useEffect(() => {
    look().catch(props.problem);
  }, []);
  const withdraw = async (bot: OwnBot): Promise<void> => {
    const title = t("account.remove_bot", { name: bot.name });
    if (!(await ask(title, title, { text: t("account.remove_bot_why") }))) return;
    await removeBot(bot.id);
    await look();
  };
  if (bots.value.length === 0) return null;
  return (
    <section class="card">
      <h2>{t("account.bots")}</h2>
      <p class="quiet">{t("account.bots_why")}</p>
      <div class="buttons">
        {bots.value.map((bot) => (
          <button
            key={bot.id}
            type="button"
            class="bad"
            onClick={() => withdraw(bot).catch(props.problem)}
          >
            {t("account.remove_bot", { name: bot.name })}
          </button>
        ))}
      </div>
    </section>
  );
}

function Known() {
  const person = me.value!;
  const problem = useSignal<string | null>(null);
  const attempt = (what: () => Promise<unknown>) => () => {
    what().catch((error) => (problem.value = explain(error)));
  };
  const isGuest = person.kind === "guest";
  return (
    <>
      <p class="whoami">
        <Icon name="person" />
        <span>{t(isGuest ? "account.guest" : "account.known", { name: person.name })}</span>
      </p>
      <div class="cards">
        <Form
          title={t("account.name")}
          does={t("account.rename")}
          send={(form) => change({ name: text(form, "name") })}
        >
          <Field label={t("account.name")} name="name" fill="nickname" value={person.name} />
        </Form>
        <Form
          title={t(isGuest ? "account.keep" : "account.new_password")}
          does={t("account.set_password")}
          send={(form) => setPassword(String(form.get("password")), String(form.get("old") ?? ""))}
        >
          <p class="quiet">{t("account.keep_why")}</p>
          {!isGuest && (
            <Field label={t("account.old")} name="old" kind="password" fill="current-password" />
          )}
          <Field
            label={t("account.password")}
            name="password"
            kind="password"
            fill="new-password"
            least={8}
          />
        </Form>
        <Bots problem={(error) => (problem.value = explain(error))} />
      </div>
      {problem.value && (
        <p class="refusal" role="alert">
          {problem.value}
        </p>
      )}
      <div class="buttons leave">
        <a class="button" href={`${API}/me/export`} download="capucine.json">
          {t("account.export")}
        </a>
        <button type="button" onClick={attempt(logout)}>
          {t("account.logout")}
        </button>
        <button
          type="button"
          class="bad"
          onClick={attempt(async () => {
            if (
              await ask(t("account.delete"), t("account.delete"), { text: t("account.delete_why") })
            )
              await remove();
          })}
        >
          {t("account.delete")}
        </button>
      </div>
    </>
  );
}

function Stranger() {
  return (
    <>
      <p class="whoami">
        <Icon name="person" />
        <span>{t("account.nobody")}</span>
      </p>
      <div class="cards">
        <Form
          title={t("account.begin")}
          does={t("account.begin")}
          send={(form) => needMe(text(form, "name"))}
        >
          <Field label={t("account.name")} name="name" fill="nickname" />
        </Form>
        <Login />
      </div>
    </>
  );
}

export function AccountPage() {
  const unreachable = useSignal(false);
  useEffect(() => {
    findMe().catch(() => (unreachable.value = true));
  }, []);
  return (
    <>
      <SiteHead />
      <main class="page account">
        <h1 tabIndex={-1}>{t("nav.account")}</h1>
        {unreachable.value && <p role="alert">{t("error.unreachable")}</p>}
        {me.value === undefined && !unreachable.value && <p role="status">{t("table.loading")}</p>}
        {me.value === null && <Stranger />}
        {me.value && <Known />}
      </main>
    </>
  );
}
