// Pages that are fetched when somebody goes there.
import { signal, useSignal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { asset } from "../assets";
import { checkBuild } from "../model/upgrade";
import { readMore } from "../words/words";
import { Broken, Waiting } from "./states";

/** Goes up when such a page has come. */
export const arrivals = signal(0);

/** A sheet of styles that only such pages need. Those of the games come behind it, and may change it. */
function addStyle(name: string): Promise<void> {
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", href: asset(name) });
  document.getElementById("worlds")!.before(link);
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`no styles: ${name}`));
  });
}

let studied: Promise<unknown> | null = null;

/** What the pages for replay, review and practice share. */
export function withStudy<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    studied ??= Promise.all([addStyle("study.style"), readMore("study")]).catch((error) => {
      studied = null; // whoever comes back tries again
      throw error;
    });
    const [page] = await Promise.all([load(), studied]);
    return page;
  };
}

export function later<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
): FunctionComponent<P> {
  let known: FunctionComponent<P> | null = null;
  return function Later(props: P) {
    const failed = useSignal(false);
    useEffect(() => {
      if (known) return;
      load().then(
        (page) => {
          known = page;
          arrivals.value++;
        },
        async () => {
          if (!(await checkBuild())) failed.value = true;
        },
      );
    }, []);
    arrivals.value;
    const Page = known;
    if (Page) return <Page {...props} />;
    return failed.value ? <Broken /> : <Waiting />;
  };
}
