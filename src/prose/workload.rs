//! Where the lengths come from, and whom to thank for them.

use crate::comparison::{Metric, Report};
use crate::params::Workload;
use crate::workload::Trace;

const EXPONENTIAL: &str = "Exponential, as in the article: most requests are short. None is shorter than 50 tokens, unless \
                           the maximum is.";
const LOGNORMAL: &str = "Lognormal: the logarithms are normally distributed, with that mean and deviation. Some requests \
                         are much longer than most.";
const UNIFORM: &str = "Uniform: every length from 1 to as far above the mean as 1 lies below it is as likely as every \
                       other.";
const CONSTANT: &str = "Every request is as long as every other.";
const AZURE_CONVERSATION: &str = "From the percentiles of 19,366 requests, prompt and output together, interpolated: Azure \
                                  Public Dataset, LLM inference trace 2023 (conversation), CC BY 4.0; Patel et al., \
                                  Splitwise, ISCA 2024.";
const AZURE_CODE: &str = "From the percentiles of 8,819 requests, prompt and output together, interpolated: Azure Public \
                          Dataset, LLM inference trace 2023 (code), CC BY 4.0; Patel et al., Splitwise, ISCA 2024.";
const MOONCAKE: &str = "From the percentiles of 12,031 requests, prompt and output together, interpolated: Mooncake traces \
                        (conversation), Apache 2.0; Qin et al., Mooncake, FAST 2025.";
const OWN: &str = "Your own {own-lengths}, in their order; again from the first, where there are more requests than \
                   lengths.";
const OWN_STAYS: &str = "Your own {own-lengths}, in their order; again from the first, where there are more requests than \
                         lengths. They are too many for a link: one that you copy leads to all that is chosen here, but \
                         not to them.";
const OWN_CUT: &str = "Your own {own-lengths}, in their order; again from the first, where there are more requests than \
                       lengths. {own-lengths-cut} of them are longer than the maximum, {max-length}, and cut off there: \
                       raise it to see them whole.";
const OWN_CUT_STAYS: &str = "Your own {own-lengths}, in their order; again from the first, where there are more requests than \
                             lengths. {own-lengths-cut} of them are longer than the maximum, {max-length}, and cut off there: \
                             raise it to see them whole. They are too many for a link: one that you copy leads to all that is \
                             chosen here, but not to them.";
const NO_OWN: &str = "While there are no lengths of your own, those of the article stand in for them.";

pub(super) const VARIANTS: [&str; 12] = [
    EXPONENTIAL,
    LOGNORMAL,
    UNIFORM,
    CONSTANT,
    AZURE_CONVERSATION,
    AZURE_CODE,
    MOONCAKE,
    OWN,
    OWN_STAYS,
    OWN_CUT,
    OWN_CUT_STAYS,
    NO_OWN,
];

pub(super) fn of(report: &Report) -> &'static str {
    match report.params().workload() {
        Workload::Exponential => EXPONENTIAL,
        Workload::Lognormal => LOGNORMAL,
        Workload::Uniform => UNIFORM,
        Workload::Constant => CONSTANT,
        Workload::Trace(Trace::AzureConversation) => AZURE_CONVERSATION,
        Workload::Trace(Trace::AzureCode) => AZURE_CODE,
        Workload::Trace(Trace::MooncakeConversation) => MOONCAKE,
        Workload::Custom if report.own_lengths().lengths().is_empty() => NO_OWN,
        Workload::Custom => {
            let is_cut = report.value(Metric::OwnLengthsCut) > 0.0;
            match (is_cut, report.own_lengths().in_link()) {
                (false, Some(_)) => OWN,
                (false, None) => OWN_STAYS,
                (true, Some(_)) => OWN_CUT,
                (true, None) => OWN_CUT_STAYS,
            }
        }
    }
}
