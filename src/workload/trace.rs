//! Request lengths that somebody measured and published, as percentiles.

/// A published trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trace {
    /// Azure Public Dataset, LLM inference trace 2023, conversation: 19,366 requests. CC-BY-4.0; Patel et al., Splitwise,
    /// ISCA 2024.
    AzureConversation,
    /// Azure Public Dataset, LLM inference trace 2023, code: 8,819 requests. CC-BY-4.0; Patel et al., Splitwise, ISCA 2024.
    AzureCode,
    /// Mooncake's conversation trace, as released with their FAST 2025 paper: 12,031 requests. Apache-2.0.
    MooncakeConversation,
}

/// The percentiles that are known of each trace.
pub const PERCENTS: [f64; 29] = [
    0.0, 1.0, 2.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0, 45.0, 50.0, 55.0, 60.0, 65.0, 70.0, 75.0, 80.0, 85.0,
    90.0, 92.5, 95.0, 97.5, 98.0, 99.0, 99.5, 99.9, 100.0,
];

impl Trace {
    /// Prompt and output together, in tokens, at each of [`PERCENTS`] of the requests.
    pub const fn totals(self) -> &'static [u32; PERCENTS.len()] {
        match self {
            Trace::AzureConversation => &AZURE_CONVERSATION,
            Trace::AzureCode => &AZURE_CODE,
            Trace::MooncakeConversation => &MOONCAKE_CONVERSATION,
        }
    }

    /// The length, in tokens, that so many percent of the requests do not exceed: interpolated as `numpy.interp` does
    /// between the percentiles that are known, and rounded to a whole token, of two equally near to the even one.
    pub fn total(self, percent: f64) -> f64 {
        let next = PERCENTS.partition_point(|&known| known <= percent).clamp(1, PERCENTS.len() - 1);
        let at = |i: usize| (PERCENTS[i], f64::from(self.totals()[i]));
        let ((from, shorter), (to, longer)) = (at(next - 1), at(next));
        ((longer - shorter) / (to - from) * (percent - from) + shorter).round_ties_even()
    }
}

const AZURE_CONVERSATION: [u32; PERCENTS.len()] = [
    64, 133, 197, 296, 368, 434, 473, 491, 506, 528, 800, 1_319, 1_412, 1_444, 1_469, 1_494, 1_522, 1_558, 1_628,
    1_998, 2_820, 4_114, 4_136, 4_172, 4_186, 4_259, 4_915, 6_301, 14_089,
];

const AZURE_CODE: [u32; PERCENTS.len()] = [
    12, 34, 55, 95, 167, 263, 411, 604, 798, 965, 1_099, 1_281, 1_493, 1_712, 1_937, 2_188, 2_455, 2_774, 3_223, 3_957,
    5_208, 6_136, 7_331, 7_447, 7_449, 7_462, 7_479, 7_566, 7_841,
];

const MOONCAKE_CONVERSATION: [u32; PERCENTS.len()] = [
    895, 927, 963, 1_120, 1_343, 1_588, 2_038, 2_692, 3_635, 4_563, 5_291, 6_200, 7_255, 8_529, 9_886, 11_572, 13_574,
    15_658, 18_246, 21_903, 27_723, 31_823, 40_052, 59_483, 66_760, 85_851, 101_068, 121_894, 126_527,
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The published medians and extremes, and by hand a point between two: 1,412 to 1,444 from 50 to 55 %.
    #[test]
    fn percentiles_are_the_published_ones_and_straight_lines_between() {
        assert_eq!(Trace::AzureConversation.total(50.0), 1_412.0);
        assert_eq!(Trace::AzureConversation.total(52.5), 1_428.0);
        assert_eq!((Trace::AzureCode.total(0.0), Trace::AzureCode.total(100.0)), (12.0, 7_841.0));
        assert_eq!(Trace::MooncakeConversation.total(99.9), 121_894.0);
    }
}
